// Record files that change while they are read, and buffers that are too small for what is asked of them.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "cli/record_io.hpp"

namespace pqlane::cli {
namespace {

class RecordFile : public testing::Test {
 protected:
  void SetUp() override { ::close(::mkstemp(path_.data())); }
  void TearDown() override { ::unlink(path_.c_str()); }
  void append(std::size_t records) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << std::string(records * record_bytes, 'x');
  }
  static constexpr std::size_t record_bytes = 16;
  std::string path_ = testing::TempDir() + "pqlane-records-XXXXXX";
};

TEST_F(RecordFile, NeverGivesMoreThanItsRoom) {
  for (const std::size_t records : {0u, 1u, 2u, 5u}) {
    append(records);
    InputRecords input(path_, record_bytes, "records");
    append(7);  // somebody writes on
    std::size_t all = 0;
    while (const std::size_t have = input.available()) {
      EXPECT_LE(have, input.room());
      EXPECT_EQ(input.take(have).size(), have * record_bytes);
      all += have;
    }
    EXPECT_GE(all, records);
    ASSERT_EQ(::truncate(path_.c_str(), 0), 0);
  }
}

TEST_F(RecordFile, WhatIsAddedAfterTheEndIsNotRead) {
  append(1);
  InputRecords input(path_, record_bytes, "records");
  ASSERT_EQ(input.available(), 1u);
  (void)input.take(1);
  append(3);
  EXPECT_EQ(input.available(), 0u);
}

TEST(SecretBuffer, RefusesWhatItDoesNotHold) {
  SecretBuffer buffer(32);
  EXPECT_EQ(buffer.first(32).size(), 32u);
  EXPECT_THROW((void)buffer.first(33), std::out_of_range);
  EXPECT_THROW((void)std::as_const(buffer).first(33), std::out_of_range);
  EXPECT_THROW((void)SecretBuffer().first(1), std::out_of_range);
}

}  // namespace
}  // namespace pqlane::cli
