/*
 * zlib as a stream machine with buffers of its own: whoever calls writes to input_at(), runs, and reads from output_at().
 * One stream at a time.
 */
#include <string.h>
#include "zlib.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static unsigned char input[65536];
static unsigned char output[262144];
static z_stream stream;
static int is_deflating;

unsigned char *EXPORT(input_at)(void) { return input; }
unsigned char *EXPORT(output_at)(void) { return output; }

/* Ends the stream before, and starts one: `bits` is 15 with the zlib wrapper and -15 without it. */
int EXPORT(start_inflate)(int bits) {
  if (stream.state) (is_deflating ? deflateEnd : inflateEnd)(&stream);
  memset(&stream, 0, sizeof stream);
  is_deflating = 0;
  return inflateInit2(&stream, bits);
}

int EXPORT(start_deflate)(int bits, int level) {
  if (stream.state) (is_deflating ? deflateEnd : inflateEnd)(&stream);
  memset(&stream, 0, sizeof stream);
  is_deflating = 1;
  return deflateInit2(&stream, level, Z_DEFLATED, bits, 9, Z_DEFAULT_STRATEGY);
}

/* Takes `length` bytes of the input buffer. */
void EXPORT(feed)(unsigned length) {
  stream.next_in = input;
  stream.avail_in = length;
}

/* Runs until the input is used up or `room` bytes of the output buffer are full: zlib's status. */
int EXPORT(run)(unsigned room, int flush) {
  stream.next_out = output;
  stream.avail_out = room;
  return is_deflating ? deflate(&stream, flush) : inflate(&stream, flush);
}

/* Bytes that the last run wrote to the output buffer. */
unsigned EXPORT(written)(void) { return stream.next_out - output; }

/* Bytes of the input buffer that are not used yet. */
unsigned EXPORT(left)(void) { return stream.avail_in; }
