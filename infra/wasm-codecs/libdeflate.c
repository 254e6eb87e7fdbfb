/* libdeflate for one piece of data at a time: room_for(), bytes written there, pack(), and the result at result_at(). */
#include "libdeflate.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define PAGE_BYTES 65536

/* All memory is taken anew for each piece, and never given back. */
extern unsigned char __heap_base;
static size_t taken;

static struct libdeflate_compressor *compressor;
static unsigned char *input;
static unsigned char *output;
static size_t input_bytes;

static void *take(size_t bytes) {
  const size_t at = (taken + 63) / 64 * 64;
  const size_t has = __builtin_wasm_memory_size(0) * PAGE_BYTES;
  taken = at + bytes;
  if (taken > has && __builtin_wasm_memory_grow(0, (taken - has + PAGE_BYTES - 1) / PAGE_BYTES) == (size_t)-1)
    return NULL;
  return (void *)at;
}

static void leave(void *at) { (void)at; }

/* Where to write so many bytes for a level of 1 to 12; NULL without memory. */
unsigned char *EXPORT(room_for)(size_t bytes, int level) {
  const struct libdeflate_options options = {
    .sizeof_options = sizeof(options), .malloc_func = take, .free_func = leave
  };
  taken = (size_t)&__heap_base;
  compressor = libdeflate_alloc_compressor_ex(level, &options);
  input_bytes = bytes;
  input = compressor ? take(bytes) : NULL;
  return input;
}

/* The length of the result, in the zlib format or raw; 0 without memory. */
size_t EXPORT(pack)(int is_zlib) {
  const size_t most = libdeflate_zlib_compress_bound(compressor, input_bytes);
  output = take(most);
  if (!output) return 0;
  return (is_zlib ? libdeflate_zlib_compress : libdeflate_deflate_compress)(compressor, input, input_bytes, output, most);
}

unsigned char *EXPORT(result_at)(void) { return output; }
