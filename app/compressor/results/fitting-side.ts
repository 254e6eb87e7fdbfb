/** Details take more bytes in a smaller picture than their share of its area. */
const MARGIN = 0.92;

/**
 * The longer side at which a picture of so many bytes comes under a limit, in px: bytes go with the area.
 * @throws where the browser cannot read the picture
 */
export async function fittingSide(picture: Blob, limitBytes: number): Promise<number> {
  const { width, height } = await dimensionsOf(picture);
  const scale = Math.min(1, Math.sqrt(limitBytes / picture.size) * MARGIN);
  return Math.max(1, Math.floor(Math.max(width, height) * scale));
}

async function dimensionsOf(picture: Blob): Promise<{ readonly width: number; readonly height: number }> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
