//===- Builder.cpp - Writing mic@3 --------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/Builder.h"

#include "llvm/Support/Endian.h"

#include <algorithm>
#include <cstring>

using namespace mind::mic;
using llvm::StringRef;

void Builder::growBuffer(size_t room) {
  size_t size = getSize();
  buffer.resize_for_overwrite(std::max(2 * buffer.size(), size + std::max<size_t>(room, 4096)));
  begin = buffer.data();
  position = begin + size;
  limit = begin + buffer.size();
}

void Builder::bits64(uint64_t bits) {
  grow();
  llvm::support::endian::write64le(position, bits);
  position += 8;
}

void Builder::append(llvm::ArrayRef<uint8_t> bytes) {
  if (size_t(limit - position) < bytes.size())
    growBuffer(bytes.size());
  position = std::copy(bytes.begin(), bytes.end(), position);
}

uint64_t Builder::intern(StringRef text) {
  auto [entry, isNew] = indices.try_emplace(text, strings.size());
  if (isNew)
    strings.push_back(entry->getKey());
  return entry->second;
}

void Builder::endList(size_t mark, uint64_t count) {
  // The count is appended and then moved to the front of its list.
  size_t size = getSize();
  uleb(count);
  size_t length = getSize() - size;
  uint8_t bytes[16];
  std::memcpy(bytes, begin + size, length);
  std::memmove(begin + mark + length, begin + mark, size - mark);
  std::memcpy(begin + mark, bytes, length);
}

void Builder::finish(uint64_t nextId, llvm::ArrayRef<StringRef> sortedExports, bool hasTypes, Bytes &file) {
  Builder head;
  head.append(kMagic);
  head.byte(hasTypes ? 3 : 2);
  head.uleb(strings.size());
  for (StringRef text : strings) {
    head.uleb(text.size());
    head.append({text.bytes_begin(), text.size()});
  }
  head.uleb(nextId);
  head.uleb(sortedExports.size());
  for (StringRef name : sortedExports)
    head.uleb(intern(name));
  llvm::ArrayRef<uint8_t> first = head.getBytes(), second = getBytes();
  file.clear();
  file.reserve(first.size() + second.size());
  file.append(first.begin(), first.end());
  file.append(second.begin(), second.end());
}
