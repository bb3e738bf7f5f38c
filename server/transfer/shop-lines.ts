import { z } from 'zod'

/** The first line of a shop as text. */
const Header = z.object({
  format: z.literal('cartwright shop'),
  version: z.literal(1),
  /** The migrations of the core and of the plugins. Only databases with the same ones are equal. */
  migrations: z.array(z.string()),
  written_at: z.string(),
  /** The environment variables of the shop, encrypted with a passphrase. Null if they are left out. */
  variables: z.string().nullable(),
})
export type Header = z.output<typeof Header>

const End = z.object({ tables: z.int(), rows: z.int(), files: z.int() })
/** The numbers of a complete shop. */
export type ShopSize = z.output<typeof End>

/** A shop as text: the header, each table with its rows, the sequences, each file with its bytes, and the end. */
const Line = z.union([
  z.strictObject({ rows: z.array(z.string()) }),
  z.strictObject({ table: z.string(), columns: z.array(z.string()).min(1) }),
  z.strictObject({ sequence: z.string(), value: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ bytes: z.base64() }),
  z.strictObject({ header: Header }),
  z.strictObject({ end: End }),
])
export type Line = z.output<typeof Line>

/** @throws ZodError or SyntaxError */
export const parseLine = (text: string): Line => Line.parse(JSON.parse(text))
