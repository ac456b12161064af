/** Where an import stops. Sizes are bytes as they unpack, not as they are declared. */
export const importLimits = {
  totalBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** Bytes of UTF-8 in a whole path, and in one part of it. */
  pathBytes: 1_024,
  nameBytes: 255,
  /** Unpacked to packed; looked at only above `ratioFromBytes`, since small files repeat themselves. */
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
} as const;
