/** Details take more bytes in a smaller picture than their share of its area; more so where that has been tried. */
const MARGIN = 0.9;
const MARGIN_AGAIN = 0.75;

/**
 * The longer side at which a picture of so many bytes comes under a limit, in px: bytes go with the area.
 * @param again a smaller picture was tried before, and stayed above the limit
 * @throws where the browser cannot read the picture
 */
export async function fittingSide(picture: Blob, limitBytes: number, again = false): Promise<number> {
  const { width, height } = await dimensionsOf(picture);
  const scale = Math.min(1, Math.sqrt(limitBytes / picture.size) * (again ? MARGIN_AGAIN : MARGIN));
  return Math.max(1, Math.floor(Math.max(width, height) * scale));
}

async function dimensionsOf(picture: Blob): Promise<{ readonly width: number; readonly height: number }> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
