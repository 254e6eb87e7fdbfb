/** A JPEG with segments behind its start. */
export function withSegment(
  jpeg: Uint8Array,
  marker: number,
  ...contents: readonly Uint8Array[]
): Uint8Array {
  const segments = contents.flatMap((data) => {
    const length = data.length + 2;
    return [0xff, marker, length >> 8, length & 255, ...data];
  });
  return Uint8Array.from([...jpeg.subarray(0, 2), ...segments, ...jpeg.subarray(2)]);
}

/** An APP1 segment with IFD0 and its one tag, 0x0112. */
export function exifWithOrientation(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...new TextEncoder().encode('Exif\0\0'), ...tiff, 0, 0, 0, 0]);
}

export function iccSegment(profile: Uint8Array): Uint8Array {
  return iccSegments(profile)[0]!;
}

/** A profile in APP2 segments of at most 60 000 bytes (ICC.1, annex B.4). */
export function iccSegments(profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / 60_000);
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from([
      ...new TextEncoder().encode('ICC_PROFILE\0'),
      index + 1,
      count,
      ...profile.subarray(index * 60_000, (index + 1) * 60_000),
    ]),
  );
}
