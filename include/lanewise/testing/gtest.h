// Tests as operators' repositories write them, for computers without googletest: declared by macros, run one after the other.
#pragma once

#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace testing {

class TestInfo {
  public:
    TestInfo(std::string suite, std::string name) : suite_(std::move(suite)), name_(std::move(name)) {}
    const char* name() const { return name_.c_str(); }
    const char* test_suite_name() const { return suite_.c_str(); }
    const char* test_case_name() const { return suite_.c_str(); }

  private:
    std::string suite_, name_;
};

class Environment {
  public:
    virtual ~Environment() = default;
    virtual void SetUp() {}
    virtual void TearDown() {}
};

// What happens while the tests run.
struct State {
    bool failed = false, fatal = false, skipped = false;  // of the test that runs
    std::vector<std::string> notes;                       // SCOPED_TRACE
    const TestInfo* running = nullptr;
    std::vector<std::unique_ptr<Environment>> environments;

    static State& get() {
        static State state;
        return state;
    }
};

class Message {
  public:
    template <class T>
    Message& operator<<(const T& value) {
        if constexpr (std::is_same_v<T, bool>) text_ << (value ? "true" : "false");
        else text_ << value;
        return *this;
    }
    Message& operator<<(std::ostream& (*what)(std::ostream&)) { return text_ << what, *this; }
    std::string GetString() const { return text_.str(); }

  private:
    std::ostringstream text_;
};

// What a macro that failed says, once the user's own words are behind it.
class Failure {
  public:
    Failure(const char* file, int line, std::string problem, bool fatal) : file_(file), line_(line), problem_(std::move(problem)), fatal_(fatal) {}
    void operator=(const Message& message) const {
        State& state = State::get();
        state.failed = true;
        state.fatal = state.fatal || fatal_;
        const std::string own = message.GetString();
        std::cout << file_ << ":" << line_ << ": Failure: " << problem_ << (own.empty() ? "" : ": " + own) << std::endl;
        for (const std::string& note : state.notes) std::cout << "  in " << note << std::endl;
    }

  private:
    const char* file_;
    int line_;
    std::string problem_;
    bool fatal_;
};
struct Skipped {
    void operator=(const Message& message) const {
        State::get().skipped = true;
        std::cout << message.GetString() << std::endl;
    }
};

struct ScopedTrace {
    template <class T>
    ScopedTrace(const char* file, int line, const T& text) {
        State::get().notes.push_back(std::string(file) + ":" + std::to_string(line) + ": " + (Message() << text).GetString());
    }
    ~ScopedTrace() { State::get().notes.pop_back(); }
};

class AssertionResult {
  public:
    explicit AssertionResult(bool good) : good_(good) {}
    template <class T>
    AssertionResult& operator<<(const T& value) {
        return text_ += (Message() << value).GetString(), *this;
    }
    explicit operator bool() const { return good_; }
    const char* message() const { return text_.c_str(); }

  private:
    bool good_;
    std::string text_;
};
inline AssertionResult AssertionSuccess() { return AssertionResult(true); }
inline AssertionResult AssertionFailure() { return AssertionResult(false); }

// --- values as text ---

template <class T>
std::string PrintToString(const T& value) {
    std::ostringstream out;
    if constexpr (std::is_same_v<T, bool>) out << (value ? "true" : "false");
    else if constexpr (std::is_same_v<T, std::nullptr_t>) out << "nullptr";
    else if constexpr (std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>) out << static_cast<int>(value);
    else if constexpr (std::is_enum_v<T>) out << static_cast<long long>(value);
    else if constexpr (std::is_convertible_v<T, std::string>) out << '"' << std::string(value) << '"';
    else if constexpr (requires { out << value; }) out << value;
    else if constexpr (requires { std::begin(value), std::end(value); }) {
        const char* between = "{ ";
        for (const auto& one : value) out << between << PrintToString(one), between = ", ";
        out << " }";
    } else out << sizeof(T) << " bytes";
    return out.str();
}
inline std::string PrintToString(const char* value) { return value ? '"' + std::string(value) + '"' : "nullptr"; }
inline std::string PrintToString(char* value) { return PrintToString(static_cast<const char*>(value)); }

// --- comparisons: empty when they hold ---

template <class A, class B, class Holds>
std::string compared(const char* sign, const char* a_text, const char* b_text, const A& a, const B& b, Holds holds) {
    if (holds(a, b)) return {};
    return std::string(a_text) + " " + sign + " " + b_text + ", which are " + PrintToString(a) + " and " + PrintToString(b);
}
inline std::string truth(const char* text, bool good, bool wanted) {
    return good == wanted ? std::string() : std::string(text) + " is " + (good ? "true" : "false");
}
// Four steps between neighbouring numbers, as googletest has it.
template <class T>
bool nearly(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return false;
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto place = [](T value) {
        Bits bits;
        std::memcpy(&bits, &value, sizeof bits);
        const Bits sign = Bits(1) << (8 * sizeof bits - 1);
        return bits & sign ? static_cast<Bits>(~bits + 1) : static_cast<Bits>(sign | bits);
    };
    const Bits x = place(a), y = place(b);
    return (x > y ? x - y : y - x) <= 4;
}
inline bool same_text(const char* a, const char* b) { return a && b ? std::strcmp(a, b) == 0 : a == b; }
inline std::string text_compared(const char* a_text, const char* b_text, const char* a, const char* b, bool wanted) {
    if (same_text(a, b) == wanted) return {};
    return std::string(a_text) + (wanted ? " == " : " != ") + b_text + ", which are " + PrintToString(a) + " and " + PrintToString(b);
}

// --- tests ---

class Test {
  public:
    virtual ~Test() = default;
    static void SetUpTestSuite() {}
    static void TearDownTestSuite() {}
    static void SetUpTestCase() {}
    static void TearDownTestCase() {}
    static bool HasFatalFailure() { return State::get().fatal; }
    static bool HasFailure() { return State::get().failed; }
    static bool IsSkipped() { return State::get().skipped; }
    template <class... A>
    static void RecordProperty(A&&...) {}
    void lanewise_run() {
        SetUp();
        if (!State::get().fatal && !State::get().skipped) TestBody();
        TearDown();
    }

  protected:
    virtual void SetUp() {}
    virtual void TearDown() {}

  private:
    virtual void TestBody() = 0;
};

template <class T>
class WithParamInterface {
  public:
    using ParamType = T;
    virtual ~WithParamInterface() = default;
    static const T& GetParam() { return *current(); }
    static const T*& current() {
        static const T* value = nullptr;
        return value;
    }
};
template <class T>
class TestWithParam : public Test, public WithParamInterface<T> {};

template <class T>
struct TestParamInfo {
    T param;
    std::size_t index;
};

struct Suite {
    std::string name;
    void (*before)();
    void (*after)();
    std::vector<std::pair<TestInfo, std::function<void()>>> tests;
    std::vector<std::function<void(Suite&)>> late;  // tests with parameters, which are known when all is declared
};
inline std::vector<Suite>& suites() {
    static std::vector<Suite> all;
    return all;
}
// Reaches what a fixture keeps for its tests. Of the two names one is the user's.
template <class Fixture>
struct Around : Fixture {
    static void before() { Fixture::SetUpTestSuite(), Fixture::SetUpTestCase(); }
    static void after() { Fixture::TearDownTestSuite(), Fixture::TearDownTestCase(); }
};
template <class Fixture>
Suite& suite(const std::string& name) {
    for (Suite& one : suites())
        if (one.name == name) return one;
    return suites().emplace_back(Suite{name, Around<Fixture>::before, Around<Fixture>::after, {}, {}});
}

template <class Fixture, class Made>
bool declare(const char* suite_name, const char* name) {
    suite<Fixture>(suite_name).tests.emplace_back(TestInfo(suite_name, name), [] { Made().lanewise_run(); });
    return true;
}

// Tests with parameters: bodies and values come in any order.
template <class Fixture>
struct Parametrised {
    using Value = typename Fixture::ParamType;
    struct Values {
        std::string prefix;
        std::vector<Value> all;
        std::function<std::string(const TestParamInfo<Value>&)> name;
    };
    std::vector<std::pair<std::string, std::function<void()>>> bodies;
    std::vector<Values> values;

    static Parametrised& get(const char* suite_name) {
        static Parametrised& made = *[suite_name] {
            auto* one = new Parametrised;
            suite<Fixture>(suite_name).late.push_back([one](Suite& to) { one->add_to(to); });
            return one;
        }();
        return made;
    }
    void add_to(Suite& to) {
        for (const Values& set : values)
            for (const auto& [name, body] : bodies)
                for (std::size_t k = 0; k < set.all.size(); ++k) {
                    const Value* value = &set.all[k];
                    const std::string tail = set.name ? set.name({*value, k}) : std::to_string(k);
                    to.tests.emplace_back(TestInfo(set.prefix + "/" + to.name, name + "/" + tail), [value, run = body] {
                        WithParamInterface<Value>::current() = value;
                        run();
                    });
                }
    }
};
template <class Fixture, class Made>
bool declare_with(const char* suite_name, const char* name) {
    Parametrised<Fixture>::get(suite_name).bodies.emplace_back(name, [] { Made().lanewise_run(); });
    return true;
}

template <class... T>
struct ValueList {
    std::tuple<T...> held;
    template <class V>
    operator std::vector<V>() const {
        return std::apply([](const T&... one) { return std::vector<V>{static_cast<V>(one)...}; }, held);
    }
};
template <class... T>
auto Values(T... values) { return ValueList<T...>{{values...}}; }
template <class Many>
auto ValuesIn(const Many& many) { return std::vector<std::decay_t<decltype(*std::begin(many))>>(std::begin(many), std::end(many)); }
template <class T>
auto ValuesIn(std::initializer_list<T> many) { return std::vector<T>(many); }
inline std::vector<bool> Bool() { return {false, true}; }
template <class T, class S = int>
std::vector<T> Range(T from, T to, S step = 1) {
    std::vector<T> out;
    for (; from < to; from = static_cast<T>(from + step)) out.push_back(from);
    return out;
}
template <class... G>
struct Combined {
    std::tuple<G...> held;
    template <class... V>
    operator std::vector<std::tuple<V...>>() const {
        std::vector<std::tuple<V...>> out;
        fill<0, std::tuple<V...>>(out, {});
        return out;
    }
    template <std::size_t I, class Row>
    void fill(std::vector<Row>& out, Row row) const {
        if constexpr (I == std::tuple_size_v<Row>) {
            out.push_back(row);
        } else {
            const std::vector<std::tuple_element_t<I, Row>> some = std::get<I>(held);
            for (const auto& one : some) std::get<I>(row) = one, fill<I + 1>(out, row);
        }
    }
};
template <class... G>
auto Combine(G... generators) { return Combined<G...>{{generators...}}; }

template <class Fixture, class Generator>
bool instantiate(const char* prefix, const char* suite_name, const Generator& generator,
                 std::function<std::string(const TestParamInfo<typename Fixture::ParamType>&)> name = nullptr) {
    using Value = typename Fixture::ParamType;
    std::vector<Value> all;
    if constexpr (std::is_convertible_v<Generator, std::vector<Value>>) all = generator;
    else for (const auto& one : generator) all.push_back(static_cast<Value>(one));
    Parametrised<Fixture>::get(suite_name).values.push_back({prefix, std::move(all), std::move(name)});
    return true;
}

// Typed tests.
template <class... T>
struct Types {};
template <class List>
struct EachType {
    using type = Types<List>;
};
template <class... T>
struct EachType<Types<T...>> {
    using type = Types<T...>;
};
template <template <class> class Fixture, template <class> class Body, class... T>
bool declare_typed(const char* suite_name, const char* name, Types<T...>) {
    int k = 0;
    ((declare<Fixture<T>, Body<T>>((std::string(suite_name) + "/" + std::to_string(k)).c_str(), name), ++k), ...);
    return true;
}

class UnitTest {
  public:
    static UnitTest* GetInstance() {
        static UnitTest one;
        return &one;
    }
    const TestInfo* current_test_info() const { return State::get().running; }
    int Run();
};
inline Environment* AddGlobalTestEnvironment(Environment* environment) {
    State::get().environments.emplace_back(environment);
    return environment;
}

// --gtest_filter: parts between colons, with * and ?; those behind a - are left out.
inline bool fits(const char* pattern, const char* name) {
    for (; *pattern && *pattern != ':'; ++pattern, ++name) {
        if (*pattern == '*') {
            for (const char* rest = name;; ++rest) {
                if (fits(pattern + 1, rest)) return true;
                if (!*rest) return false;
            }
        }
        if (!*name || (*pattern != '?' && *pattern != *name)) return false;
    }
    return !*name;
}
inline std::string& filter() {
    static std::string text = "*";
    return text;
}
inline bool chosen(const std::string& name) {
    const auto any = [&](const std::string& patterns) {
        for (std::size_t at = 0; at < patterns.size(); at = patterns.find(':', at) == std::string::npos ? patterns.size() : patterns.find(':', at) + 1)
            if (fits(patterns.c_str() + at, name.c_str())) return true;
        return false;
    };
    const std::size_t minus = filter().find('-');
    const std::string wanted = filter().substr(0, minus), left = minus == std::string::npos ? "" : filter().substr(minus + 1);
    return (wanted.empty() || any(wanted)) && !any(left);
}
inline void InitGoogleTest(int* count, char** words) {
    for (int i = 1; i < *count; ++i)
        if (std::strncmp(words[i], "--gtest_filter=", 15) == 0) filter() = words[i] + 15;
}
inline void InitGoogleTest() {}

inline int UnitTest::Run() {
    State& state = State::get();
    std::size_t good = 0;
    std::vector<std::string> bad;
    for (auto& environment : state.environments) environment->SetUp();
    for (std::size_t s = 0; s < suites().size(); ++s) {
        Suite& suite = suites()[s];
        for (const auto& add : suite.late) add(suite);
        bool begun = false;
        for (auto& [info, run] : suite.tests) {
            const std::string whole = std::string(info.test_suite_name()) + "." + info.name();
            const bool disabled = whole.find("DISABLED_") != std::string::npos;
            if (disabled && chosen(whole)) std::cout << "[ DISABLED ] " << whole << std::endl;
            if (disabled || !chosen(whole)) continue;
            if (!begun) suite.before();
            begun = true;
            std::cout << "[ RUN      ] " << whole << std::endl;
            state.failed = state.fatal = state.skipped = false;
            state.running = &info;
            try {
                run();
            } catch (const std::exception& problem) {
                state.failed = true;
                std::cout << whole << ": Failure: it threw: " << problem.what() << std::endl;
            }
            state.running = nullptr;
            if (state.failed) bad.push_back(whole);
            else ++good;
            std::cout << (state.failed ? "[  FAILED  ] " : state.skipped ? "[  SKIPPED ] " : "[       OK ] ") << whole << std::endl;
        }
        if (begun) suite.after();
    }
    for (auto& environment : state.environments) environment->TearDown();
    std::cout << "[  PASSED  ] " << good << (good == 1 ? " test." : " tests.") << std::endl;
    for (const std::string& name : bad) std::cout << "[  FAILED  ] " << name << std::endl;
    return bad.empty() ? 0 : 1;
}

}  // namespace testing

inline int RUN_ALL_TESTS() { return ::testing::UnitTest::GetInstance()->Run(); }

#define LANEWISE_TEST_CLASS(suite, name) suite##_##name##_Test
#define LANEWISE_TEST(suite, name, fixture, declared)                                                        \
    class LANEWISE_TEST_CLASS(suite, name) : public fixture {                                                \
        void TestBody() override;                                                                            \
    };                                                                                                       \
    [[maybe_unused]] static const bool suite##_##name##_declared =                                           \
        ::testing::declared<fixture, LANEWISE_TEST_CLASS(suite, name)>(#suite, #name);                       \
    void LANEWISE_TEST_CLASS(suite, name)::TestBody()
#define TEST(suite, name) LANEWISE_TEST(suite, name, ::testing::Test, declare)
#define TEST_F(fixture, name) LANEWISE_TEST(fixture, name, fixture, declare)
#define TEST_P(fixture, name) LANEWISE_TEST(fixture, name, fixture, declare_with)
#define INSTANTIATE_TEST_SUITE_P(prefix, fixture, ...) \
    [[maybe_unused]] static const bool prefix##_##fixture##_made = ::testing::instantiate<fixture>(#prefix, #fixture, __VA_ARGS__)
#define INSTANTIATE_TEST_CASE_P(prefix, fixture, ...) INSTANTIATE_TEST_SUITE_P(prefix, fixture, __VA_ARGS__)
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(fixture) static_assert(true)
#define TYPED_TEST_SUITE(fixture, ...) using fixture##_types = typename ::testing::EachType<__VA_ARGS__>::type
#define TYPED_TEST_CASE(fixture, ...) TYPED_TEST_SUITE(fixture, __VA_ARGS__)
#define TYPED_TEST(fixture, name)                                                                             \
    template <class T>                                                                                        \
    class LANEWISE_TEST_CLASS(fixture, name) : public fixture<T> {                                            \
        using TypeParam = T;                                                                                  \
        using TestFixture = fixture<T>;                                                                       \
        void TestBody() override;                                                                             \
    };                                                                                                        \
    [[maybe_unused]] static const bool fixture##_##name##_declared =                                          \
        ::testing::declare_typed<fixture, LANEWISE_TEST_CLASS(fixture, name)>(#fixture, #name, fixture##_types{}); \
    template <class T>                                                                                        \
    void LANEWISE_TEST_CLASS(fixture, name)<T>::TestBody()

// `EXPECT_...(...) << words`: nothing is evaluated twice, and what follows the macro belongs to it.
#define LANEWISE_EXPECT(problem)                                          \
    if (const std::string lanewise_problem = (problem); lanewise_problem.empty()) { \
    } else                                                                \
        ::testing::Failure(__FILE__, __LINE__, lanewise_problem, false) = ::testing::Message()
#define LANEWISE_ASSERT(problem)                                          \
    if (const std::string lanewise_problem = (problem); lanewise_problem.empty()) { \
    } else                                                                \
        return ::testing::Failure(__FILE__, __LINE__, lanewise_problem, true) = ::testing::Message()
#define LANEWISE_COMPARED(sign, a, b) \
    ::testing::compared(#sign, #a, #b, a, b, [](const auto& lanewise_a, const auto& lanewise_b) { return lanewise_a sign lanewise_b; })
#define LANEWISE_NEARLY(type, a, b) \
    ::testing::compared("=", #a, #b, static_cast<type>(a), static_cast<type>(b), [](type x, type y) { return ::testing::nearly(x, y); })
#define LANEWISE_NEAR(a, b, most)                                                       \
    ::testing::compared("is about", #a, #b, static_cast<double>(a), static_cast<double>(b), \
                        [&](double x, double y) { return std::abs(x - y) <= static_cast<double>(most); })
#define LANEWISE_THROWS(statement, type)                              \
    [&]() -> std::string {                                            \
        try { statement; } catch (const type&) { return {}; }         \
        catch (...) { return #statement " throws another type than " #type; } \
        return #statement " throws nothing";                          \
    }()
#define LANEWISE_THROWS_ANY(statement, wanted)                                              \
    [&]() -> std::string {                                                                  \
        try { statement; } catch (...) { return wanted ? "" : #statement " throws"; }       \
        return wanted ? #statement " throws nothing" : "";                                  \
    }()

#define EXPECT_TRUE(...) LANEWISE_EXPECT(::testing::truth(#__VA_ARGS__, static_cast<bool>(__VA_ARGS__), true))
#define EXPECT_FALSE(...) LANEWISE_EXPECT(::testing::truth(#__VA_ARGS__, static_cast<bool>(__VA_ARGS__), false))
#define ASSERT_TRUE(...) LANEWISE_ASSERT(::testing::truth(#__VA_ARGS__, static_cast<bool>(__VA_ARGS__), true))
#define ASSERT_FALSE(...) LANEWISE_ASSERT(::testing::truth(#__VA_ARGS__, static_cast<bool>(__VA_ARGS__), false))
#define EXPECT_EQ(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(==, a, b))
#define EXPECT_NE(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(!=, a, b))
#define EXPECT_LT(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(<, a, b))
#define EXPECT_LE(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(<=, a, b))
#define EXPECT_GT(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(>, a, b))
#define EXPECT_GE(a, b) LANEWISE_EXPECT(LANEWISE_COMPARED(>=, a, b))
#define ASSERT_EQ(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(==, a, b))
#define ASSERT_NE(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(!=, a, b))
#define ASSERT_LT(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(<, a, b))
#define ASSERT_LE(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(<=, a, b))
#define ASSERT_GT(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(>, a, b))
#define ASSERT_GE(a, b) LANEWISE_ASSERT(LANEWISE_COMPARED(>=, a, b))
#define EXPECT_NEAR(a, b, most) LANEWISE_EXPECT(LANEWISE_NEAR(a, b, most))
#define ASSERT_NEAR(a, b, most) LANEWISE_ASSERT(LANEWISE_NEAR(a, b, most))
#define EXPECT_FLOAT_EQ(a, b) LANEWISE_EXPECT(LANEWISE_NEARLY(float, a, b))
#define ASSERT_FLOAT_EQ(a, b) LANEWISE_ASSERT(LANEWISE_NEARLY(float, a, b))
#define EXPECT_DOUBLE_EQ(a, b) LANEWISE_EXPECT(LANEWISE_NEARLY(double, a, b))
#define ASSERT_DOUBLE_EQ(a, b) LANEWISE_ASSERT(LANEWISE_NEARLY(double, a, b))
#define EXPECT_STREQ(a, b) LANEWISE_EXPECT(::testing::text_compared(#a, #b, a, b, true))
#define ASSERT_STREQ(a, b) LANEWISE_ASSERT(::testing::text_compared(#a, #b, a, b, true))
#define EXPECT_STRNE(a, b) LANEWISE_EXPECT(::testing::text_compared(#a, #b, a, b, false))
#define ASSERT_STRNE(a, b) LANEWISE_ASSERT(::testing::text_compared(#a, #b, a, b, false))
#define EXPECT_THROW(statement, type) LANEWISE_EXPECT(LANEWISE_THROWS(statement, type))
#define ASSERT_THROW(statement, type) LANEWISE_ASSERT(LANEWISE_THROWS(statement, type))
#define EXPECT_ANY_THROW(statement) LANEWISE_EXPECT(LANEWISE_THROWS_ANY(statement, true))
#define ASSERT_ANY_THROW(statement) LANEWISE_ASSERT(LANEWISE_THROWS_ANY(statement, true))
#define EXPECT_NO_THROW(statement) LANEWISE_EXPECT(LANEWISE_THROWS_ANY(statement, false))
#define ASSERT_NO_THROW(statement) LANEWISE_ASSERT(LANEWISE_THROWS_ANY(statement, false))
#define ADD_FAILURE() LANEWISE_EXPECT(std::string("it says so"))
#define FAIL() LANEWISE_ASSERT(std::string("it says so"))
#define SUCCEED() ::testing::Message()
#define GTEST_SKIP() return ::testing::Skipped() = ::testing::Message()
#define LANEWISE_TRACE_NAME(a, b) a##b
#define LANEWISE_TRACE(text, line) const ::testing::ScopedTrace LANEWISE_TRACE_NAME(lanewise_trace_, line)(__FILE__, line, text)
#define SCOPED_TRACE(text) LANEWISE_TRACE(text, __LINE__)
