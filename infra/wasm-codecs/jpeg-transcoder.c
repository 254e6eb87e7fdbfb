/*
 * mozjpeg's transcoder: the coefficients of a JPEG in as few bytes as its search for scans finds, no sample changed and no
 * metadata kept. Whoever calls writes to room_for(length), runs transcode(length) and reads `size` bytes from result_at().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "jpeglib.h"
#include "jerror.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Does not come back: an exception of the caller's ends the call, and this instance with it. */
_Noreturn void give_up(int is_out_of_memory) __attribute__((import_module("env"), import_name("give_up")));

static unsigned char *input;
static unsigned char *output;
static struct jpeg_decompress_struct source;
static struct jpeg_compress_struct result;
static struct jpeg_error_mgr errors;

static void on_error(j_common_ptr jpeg) { give_up(jpeg->err->msg_code == JERR_OUT_OF_MEMORY); }
static void on_message(j_common_ptr jpeg, int level) {}
static void on_reset(j_common_ptr jpeg) {}

unsigned char *EXPORT(room_for)(unsigned long length) {
  input = malloc(length);
  if (!input) give_up(1);
  return input;
}

/*
 * The script for all components' DC in one scan, for the parameters that were set. Version 4, whose bytes are wanted, makes
 * it before it learns that a picture is stored as RGB.
 */
static void choose_script(void) {
  J_COLOR_SPACE space = result.jpeg_color_space;
  if (space == JCS_RGB) result.jpeg_color_space = JCS_YCbCr;
  jpeg_simple_progression(&result);
  result.jpeg_color_space = space;
}

/* Bytes of the result. */
unsigned long EXPORT(transcode)(unsigned long length) {
  unsigned long size = 0;
  memset(&errors, 0, sizeof errors);
  errors.error_exit = on_error;
  errors.emit_message = on_message;
  errors.reset_error_mgr = on_reset;
  source.err = result.err = &errors;
  jpeg_create_decompress(&source);
  jpeg_create_compress(&result);
  jpeg_mem_src(&source, input, length);
  jpeg_read_header(&source, TRUE);
  jvirt_barray_ptr *coefficients = jpeg_read_coefficients(&source);
  jpeg_copy_critical_parameters(&source, &result);
  jpeg_c_set_bool_param(&result, JBOOLEAN_OPTIMIZE_SCANS, TRUE);
  jpeg_c_set_int_param(&result, JINT_DC_SCAN_OPT_MODE, 0);
  choose_script();
  output = NULL;
  jpeg_mem_dest(&result, &output, &size);
  jpeg_write_coefficients(&result, coefficients);
  jpeg_finish_compress(&result);
  jpeg_finish_decompress(&source);
  return size;
}

unsigned char *EXPORT(result_at)(void) { return output; }

/* Frees what the last call took. */
void EXPORT(release)(void) {
  jpeg_destroy_compress(&result);
  jpeg_destroy_decompress(&source);
  free(input);
  free(output);
}
