import { z } from 'zod'
import { requiredText } from '../inputs/common.ts'

export const ShopId = z.strictObject({ id: requiredText.max(40) })
export const Hosts = z.array(requiredText.max(253)).max(100)
