#include "machine/exception_text.hpp"

#include <new>
#include <stdexcept>

namespace lanewise {

Thrown said_by(const std::exception_ptr& exception) {
    using enum Thrown::Kind;
    try {
        std::rethrow_exception(exception);
    } catch (const Fault& fault) {
        return {broken_rule, fault, fault.message()};
    } catch (const std::bad_alloc& problem) {
        return {no_memory, {}, problem.what()};
    } catch (const std::invalid_argument& problem) {
        return {wrong_value, {}, problem.what()};
    } catch (const std::length_error& problem) {
        return {wrong_value, {}, problem.what()};
    } catch (const std::exception& problem) {
        return {failure, {}, problem.what()};
    } catch (...) {
        return {};
    }
}

}  // namespace lanewise
