/** Tables for eight bytes at a time ("slicing by 8"): about five times the speed of one table. */
const TABLES = buildTables();

/**
 * CRC-32 of bytes as zip and PNG use it (reflected polynomial EDB88320).
 * @returns an unsigned 32-bit number
 */
export function crc32(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;
  let crc = 0xffffffff;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      t7[crc & 0xff]! ^
      t6[(crc >>> 8) & 0xff]! ^
      t5[(crc >>> 16) & 0xff]! ^
      t4[crc >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

type Tables = readonly [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

function buildTables(): Tables {
  const tables = Array.from({ length: 8 }, () => new Int32Array(256));
  for (let value = 0; value < 256; value++) {
    let crc = value;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[0]![value] = crc;
  }
  for (let value = 0; value < 256; value++) {
    for (let table = 1; table < 8; table++) {
      const before = tables[table - 1]![value]!;
      tables[table]![value] = tables[0]![before & 0xff]! ^ (before >>> 8);
    }
  }
  return tables as unknown as Tables;
}
