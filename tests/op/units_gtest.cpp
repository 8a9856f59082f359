#include <gtest/gtest.h>

#include <stdexcept>

class A : public testing::Test {
  protected:
    static void SetUpTestCase() { std::cout << "SetUpTestCase\n"; }
    void SetUp() override { v = 3; }
    int v = 0;
};
TEST_F(A, good) {
    EXPECT_EQ(v, 3);
    ASSERT_NE(&v, nullptr) << "not said";
    if (v) EXPECT_TRUE(true);
    else EXPECT_FALSE(true);
    EXPECT_FLOAT_EQ(0.1f + 0.2f, 0.3f);
    EXPECT_THROW(throw std::runtime_error("x"), std::runtime_error);
    EXPECT_NO_THROW(v = 4);
}
TEST_F(A, bad) {
    EXPECT_EQ(v, 4) << "words " << 1;
    EXPECT_NEAR(1.0, 1.1, 0.01);
    EXPECT_STREQ("a", "b");
    EXPECT_THROW(throw 1, std::runtime_error);
    ASSERT_LT(v, 3);
    EXPECT_EQ(v, 5);  // never reached
}
struct P {
    int a;
    std::string b;
};
class B : public testing::TestWithParam<P> {};
INSTANTIATE_TEST_SUITE_P(Some, B, testing::Values(P{2, "u"}, P{1, "v"}), [](const testing::TestParamInfo<P>& one) { return one.param.b; });
TEST_P(B, x) { EXPECT_GT(GetParam().a, 1); }

class C : public testing::TestWithParam<std::tuple<int, bool>> {};
TEST_P(C, y) { EXPECT_LT(std::get<0>(GetParam()), 3); }
INSTANTIATE_TEST_CASE_P(Other, C, testing::Combine(testing::Values(1, 2), testing::Bool()));

class D : public testing::TestWithParam<int> {};
TEST_P(D, z) { EXPECT_LT(GetParam(), 2); }
INSTANTIATE_TEST_CASE_P(R, D, testing::Range(0, 2));

template <class T>
class E : public testing::Test {};
using Both = testing::Types<int, float>;
TYPED_TEST_SUITE(E, Both);
TYPED_TEST(E, typed) {
    TypeParam one = 1;
    EXPECT_EQ(one, 1);
}
TEST(Plain, skipped) { GTEST_SKIP() << "no"; }
