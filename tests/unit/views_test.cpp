// views_test.cpp: what check_buffers accepts and refuses, and the words of its refusals.
#include "runtime/views.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "runtime/last_error.hpp"

namespace pqlane {
namespace {

unsigned char memory[4096];

NamedBuffer input(const char* name, std::size_t at, std::size_t stride, std::size_t count, std::size_t item) {
  return {name, memory + at, stride, count, item, false};
}
NamedBuffer output(const char* name, std::size_t at, std::size_t stride, std::size_t count,
                   std::size_t item) {
  return {name, memory + at, stride, count, item, true};
}

pqlane_status check(const std::vector<NamedBuffer>& buffers, std::size_t* count = nullptr) {
  std::size_t found = 12345;
  const pqlane_status status = check_buffers(buffers.data(), buffers.size(), found);
  if (count != nullptr) *count = found;
  return status;
}

void expect_refused(const std::vector<NamedBuffer>& buffers, pqlane_status status,
                    const std::string& message) {
  EXPECT_EQ(check(buffers), status) << message;
  EXPECT_EQ(std::string(last_error()), message);
}

TEST(Views, AcceptsSeparateBuffersAndFindsTheCount) {
  std::size_t count = 0;
  EXPECT_EQ(check({output("ct", 0, 10, 5, 10), input("ek", 50, 20, 5, 20)}, &count), PQLANE_OK);
  EXPECT_EQ(count, 5u);
  // A shared input has any count above 0.
  EXPECT_EQ(check({output("ct", 0, 10, 5, 10), input("ek", 50, 0, 1, 20)}, &count), PQLANE_OK);
  EXPECT_EQ(count, 5u);
  EXPECT_EQ(check({output("ct", 0, 10, 5, 10), input("ek", 50, 0, 99, 20)}, &count), PQLANE_OK);
  EXPECT_EQ(count, 5u);
  // Only shared inputs (a check call on one key): its count is the batch.
  EXPECT_EQ(check({input("ek", 0, 0, 7, 20)}, &count), PQLANE_OK);
  EXPECT_EQ(count, 7u);
  // Two inputs may overlap.
  EXPECT_EQ(check({output("ct", 0, 10, 5, 10), input("ek", 50, 20, 5, 20), input("m", 55, 1, 5, 1)}),
            PQLANE_OK);
}

TEST(Views, EmptyBatchesNeedNoMemory) {
  std::size_t count = 1;
  const NamedBuffer none = {"ct", nullptr, 0, 0, 10, true};
  EXPECT_EQ(check({none, {"ek", nullptr, 20, 0, 20, false}}, &count), PQLANE_OK);
  EXPECT_EQ(count, 0u);
}

TEST(Views, NullPointer) {
  expect_refused({{"ct", nullptr, 10, 3, 10, true}, input("ek", 50, 20, 3, 20)}, PQLANE_ERROR_NULL,
                 "ct is null, but the batch has 3 items");
  expect_refused({output("ct", 0, 10, 3, 10), {"ek", nullptr, 0, 1, 20, false}}, PQLANE_ERROR_NULL,
                 "ek is null, but the batch has 3 items");
}

TEST(Views, Counts) {
  expect_refused({output("ct", 0, 10, 3, 10), input("ek", 50, 20, 4, 20)}, PQLANE_ERROR_COUNT,
                 "ek has 4 items, but ct has 3");
  expect_refused({output("ct", 0, 10, 3, 10), input("ek", 50, 0, 0, 20)}, PQLANE_ERROR_COUNT,
                 "ek is shared by all items, but its count is 0");
  const std::size_t huge = std::numeric_limits<std::size_t>::max() / 4;
  expect_refused({output("ct", 0, 10, huge, 10), input("ek", 50, 20, huge, 20)}, PQLANE_ERROR_COUNT,
                 "ct: " + std::to_string(huge) + " items exceed the address space");
}

TEST(Views, Strides) {
  expect_refused({output("ct", 0, 9, 3, 10), input("ek", 50, 20, 3, 20)}, PQLANE_ERROR_LENGTH,
                 "ct has a stride of 9 bytes, but an item has 10");
  // An output is never shared.
  expect_refused({output("ct", 0, 0, 3, 10), input("ek", 50, 20, 3, 20)}, PQLANE_ERROR_LENGTH,
                 "ct has a stride of 0 bytes, but an item has 10");
  // One item is no exception.
  expect_refused({output("ct", 0, 0, 1, 10), input("ek", 50, 20, 1, 20)}, PQLANE_ERROR_LENGTH,
                 "ct has a stride of 0 bytes, but an item has 10");
  expect_refused({output("ct", 0, 10, 1, 10), input("ek", 50, 19, 1, 20)}, PQLANE_ERROR_LENGTH,
                 "ek has a stride of 19 bytes, but an item has 20");
}

TEST(Views, Overlap) {
  expect_refused({output("ct", 0, 10, 3, 10), input("ek", 29, 20, 3, 20)}, PQLANE_ERROR_OVERLAP,
                 "ct and ek overlap");
  EXPECT_EQ(check({output("ct", 0, 10, 3, 10), input("ek", 30, 20, 3, 20)}), PQLANE_OK);
  expect_refused({output("ct", 0, 10, 3, 10), output("ss", 20, 10, 3, 10)}, PQLANE_ERROR_OVERLAP,
                 "ct and ss overlap");
  // A shared key inside the outputs' range.
  expect_refused({output("ct", 0, 40, 3, 10), input("ek", 15, 0, 1, 20)}, PQLANE_ERROR_OVERLAP,
                 "ct and ek overlap");
}

// Against byte sets, for interleaved records with one stride: a refusal when, and only when, bytes are
// shared.
TEST(Views, InterleavedRecordsAgreeWithByteSets) {
  std::mt19937_64 random(21);
  int refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const std::size_t stride = 20 + random() % 20, count = 1 + random() % 4;
    const NamedBuffer a = output("a", random() % 100, stride, count, 1 + random() % 20);
    const NamedBuffer b = output("b", random() % 100, stride, count, 1 + random() % 20);
    std::vector<bool> used(1024);
    bool shared = false;
    for (const NamedBuffer* buffer : {&a, &b}) {
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < buffer->item_bytes; ++j) {
          const auto place = static_cast<std::size_t>(buffer->data - memory) + i * stride + j;
          if (buffer == &b && used[place]) shared = true;
          used[place] = true;
        }
      }
    }
    const pqlane_status status = check({a, b});
    if (shared) {
      ASSERT_EQ(status, PQLANE_ERROR_OVERLAP) << "trial " << trial;
    }
    // The rule may refuse disjoint records whose ranges only just cross, never accept shared bytes; with
    // distances below one stride (an array of structures) it is exact.
    const auto distance = a.data < b.data ? b.data - a.data : a.data - b.data;
    if (!shared && static_cast<std::size_t>(distance) + 20 < stride && a.data != b.data) {
      const bool a_first = a.data < b.data;
      const std::size_t last = static_cast<std::size_t>(distance) + (a_first ? b.item_bytes : a.item_bytes);
      if (last <= stride) {
        ASSERT_EQ(status, PQLANE_OK) << "trial " << trial;
      }
    }
    refused += status != PQLANE_OK;
  }
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused, 4500);
}

pqlane_status check_apart(const pqlane_strings& strings, const NamedBuffer& out, std::size_t count,
                          const pqlane_status* status = nullptr) {
  return check_strings({"message", &strings}, &out, 1, status, count);
}

// Strings of any place and length against byte sets: refused when, and only when, they share a byte with an
// item of the output.
TEST(Views, StringsAgreeWithByteSets) {
  std::mt19937_64 random(22);
  int refused = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::size_t count = 1 + random() % 4, item = 1 + random() % 20, stride = item + random() % 20;
    const NamedBuffer out = output("sig", 100 + random() % 50, stride, count, item);
    std::vector<bool> used(1024);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < item; ++j)
        used[static_cast<std::size_t>(out.data - memory) + i * stride + j] = true;
    }
    std::vector<const std::uint8_t*> rows(count);
    std::vector<std::size_t> lengths(count);
    bool shared = false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = random() % 300;
      rows[i] = random() % 8 == 0 ? nullptr : memory + at;
      lengths[i] = random() % 3 == 0 ? 0 : random() % 40;
      for (std::size_t j = 0; rows[i] != nullptr && j < lengths[i]; ++j) shared = shared || used[at + j];
    }
    const pqlane_strings strings{nullptr, 0, 0, rows.data(), lengths.data(), count};
    ASSERT_EQ(check_apart(strings, out, count), shared ? PQLANE_ERROR_OVERLAP : PQLANE_OK)
        << "trial " << trial;
    refused += shared;
    // The same with strings a stride apart that differ in length.
    const std::size_t at = random() % 200, apart = 40 + random() % 30;
    shared = false;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < lengths[i]; ++j) shared = shared || used[at + i * apart + j];
    }
    const pqlane_strings block{memory + at, apart, 0, nullptr, lengths.data(), count};
    ASSERT_EQ(check_apart(block, out, count), shared ? PQLANE_ERROR_OVERLAP : PQLANE_OK) << "trial " << trial;
  }
  EXPECT_GT(refused, 2000);
  EXPECT_LT(refused, 18000);
}

TEST(Views, StringsSayWhatIsWrong) {
  const NamedBuffer out = output("sig", 0, 10, 3, 10);
  const auto expect = [&](const pqlane_strings& s, pqlane_status wanted, const std::string& words) {
    EXPECT_EQ(check_apart(s, out, 3), wanted);
    EXPECT_EQ(std::string(last_error()), words);
  };
  expect({memory + 50, 0, 5, nullptr, nullptr, 2}, PQLANE_ERROR_COUNT,
         "message has 2 items, but the batch has 3");
  expect({memory + 50, 4, 5, nullptr, nullptr, 3}, PQLANE_ERROR_LENGTH,
         "message has a stride of 4 bytes, but item 0 has 5");
  expect({memory + 29, 0, 5, nullptr, nullptr, 3}, PQLANE_ERROR_OVERLAP, "sig and message overlap");
  EXPECT_EQ(check_apart({memory + 30, 0, 5, nullptr, nullptr, 3}, out, 3), PQLANE_OK);
  EXPECT_EQ(check_apart({memory + 29, 0, 0, nullptr, nullptr, 3}, out, 3), PQLANE_OK);
  EXPECT_EQ(check_apart({nullptr, 0, 5, nullptr, nullptr, 3}, out, 3), PQLANE_OK);  // the items' failure
  // An array of structures: a message of 4 bytes behind each signature.
  const NamedBuffer records = output("sig", 0, 14, 3, 10);
  EXPECT_EQ(check_apart({memory + 10, 14, 4, nullptr, nullptr, 3}, records, 3), PQLANE_OK);
  EXPECT_EQ(check_apart({memory + 10, 14, 5, nullptr, nullptr, 3}, records, 3), PQLANE_ERROR_OVERLAP);
  pqlane_status status[3];
  EXPECT_EQ(
      check_apart({reinterpret_cast<unsigned char*>(status + 1), 0, 1, nullptr, nullptr, 3}, out, 3, status),
      PQLANE_ERROR_OVERLAP);
  EXPECT_EQ(std::string(last_error()), "status and message overlap");
}

// The strings' count is the batch's, where one shared value would have said another.
TEST(Views, StringsLead) {
  const pqlane_strings strings{memory, 0, 1, nullptr, nullptr, 7};
  const NamedStrings leader{"message", &strings};
  const NamedBuffer shared = input("sig", 50, 0, 1, 20);
  std::size_t count = 0;
  EXPECT_EQ(check_buffers(&shared, 1, count, &leader), PQLANE_OK);
  EXPECT_EQ(count, 7u);
  const NamedBuffer packed = input("sig", 50, 20, 6, 20);
  EXPECT_EQ(check_buffers(&packed, 1, count, &leader), PQLANE_ERROR_COUNT);
  EXPECT_EQ(std::string(last_error()), "sig has 6 items, but message has 7");
}

}  // namespace
}  // namespace pqlane
