/* libwebp's decoder for one still picture at a time: room_for(), bytes written there, decode(), samples read, release(). */
#include <stdlib.h>
#include "src/webp/decode.h"
#include "src/webp/demux.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static unsigned char *input;
static unsigned char *samples;

/* Where to write so many bytes; NULL without memory. */
unsigned char *EXPORT(room_for)(size_t bytes) {
  input = malloc(bytes);
  return input;
}

/* RGB or RGBA of the one frame, by rows without gaps; NULL for what is damaged, of other sides or too large for the memory. */
unsigned char *EXPORT(decode)(size_t length, int has_alpha, int width, int height) {
  const WebPData file = {input, length};
  WebPDemuxer *const demuxer = WebPDemux(&file);
  WebPIterator frame = {0};
  if (demuxer && WebPDemuxGetFrame(demuxer, 1, &frame) && frame.width == width && frame.height == height)
    samples = (has_alpha ? WebPDecodeRGBA : WebPDecodeRGB)(frame.fragment.bytes, frame.fragment.size, NULL, NULL);
  WebPDemuxReleaseIterator(&frame);
  WebPDemuxDelete(demuxer);
  return samples;
}

void EXPORT(release)(void) {
  free(input);
  WebPFree(samples);
  input = samples = NULL;
}
