export interface Picture {
  url: string
  /** The alternative text. Empty for the title of the product. */
  alt: string
}

interface PicturedValues<Row> {
  images: Picture[]
  thumbnail: string | null
  /** The variants. */
  rows: Record<string, Row>
}

/** The next picture becomes the main one, and the variants of the picture have none. */
export function withoutPicture<Row extends { thumbnail: string | null }>(
  { images, thumbnail, rows }: PicturedValues<Row>,
  url: string,
): PicturedValues<Row> {
  const rest = images.filter((image) => image.url !== url)
  return {
    images: rest,
    thumbnail: thumbnail === url ? (rest[0]?.url ?? null) : thumbnail,
    rows: Object.fromEntries(
      Object.entries(rows).map(([id, row]) => [id, row.thumbnail === url ? { ...row, thumbnail: null } : row]),
    ),
  }
}
