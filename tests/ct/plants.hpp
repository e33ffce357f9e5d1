// plants.hpp: deliberate leaks, to prove that each checker reports them. Never part of the library.
#pragma once

#include <cstddef>
#include <cstdint>

// Each takes secret bytes and gives a value made of them. The C names are what reports show.
extern "C" {
std::uint32_t pqlane_plant_branch(const std::uint8_t* secret, std::size_t bytes);  // jumps on a secret byte
std::uint32_t pqlane_plant_index(const std::uint8_t* secret, std::size_t bytes);  // table look-up by a secret
std::uint32_t pqlane_plant_divide(const std::uint8_t* secret, std::size_t bytes);  // divides by a secret
std::uint32_t pqlane_plant_word(const std::uint64_t* secret, std::size_t words);   // jumps on a whole word
std::uint32_t pqlane_plant_early_exit(const std::uint8_t* secret, const std::uint8_t* other,
                                      std::size_t bytes);
std::uint32_t pqlane_plant_call(const std::uint8_t* secret, std::size_t bytes);  // leaks inside a callee
std::uint32_t pqlane_plant_none(const std::uint8_t* secret, std::size_t bytes);  // no leak
}
