import type { Play } from '../play.ts'
import type { Random } from '../random.ts'

/** Changes the shop and the ledger. Returns the line of the script, or null if the order does not allow the step. */
export type Step = (play: Play, random: Random) => Promise<string | null>
