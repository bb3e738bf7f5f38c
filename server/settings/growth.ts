import { z } from 'zod'
import { type GrowthBounds, usualGrowthBounds } from '#routers/context/growth-bounds.ts'
import { integerInRange } from '#server/base/integer-in-range.ts'

export const GrowthVariables = z.object({
  CART_MAX_LINES: integerInRange(1, 100_000).default(usualGrowthBounds.lines),
  LINE_METADATA_MAX_BYTES: integerInRange(2, 1_000_000).default(usualGrowthBounds.lineMetadata),
  METADATA_MAX_BYTES: integerInRange(1000, 1_000_000).default(usualGrowthBounds.metadata),
})

export const growthBounds = (variables: z.output<typeof GrowthVariables>): GrowthBounds => ({
  lines: variables.CART_MAX_LINES,
  lineMetadata: variables.LINE_METADATA_MAX_BYTES,
  metadata: variables.METADATA_MAX_BYTES,
})
