import { z } from 'zod'
import { type BatchRun, type BatchType, batchType } from '#entities/platform/batch-job/batch-type.ts'
import { fileKey } from '#entities/platform/file/file-key.ts'

/*
 * A type of batch job as anybody may add one: it writes a file with a greeting for each name. It is made known by an
 * entry in the map of types (`batchTypes`) that server and workers are given.
 */

/** What a caller may say. A transform here would rewrite it before it is stored. */
const Context = z.strictObject({ names: z.array(z.string()).min(1) })
type Context = z.output<typeof Context>

/** Is called before each greeting: a test does there what others do while a job is under way. */
export type BeforeGreeting = (name: string, run: BatchRun<Context>) => Promise<void>

export const greetingExport = (meanwhile: BeforeGreeting = async () => {}): BatchType<Context> =>
  batchType({
    kind: 'export',
    does: ['store.get'],
    context: Context,

    /** What a dry run tells. */
    async preProcess({ context }) {
      const count = context.names.length
      const message = `There will be ${count} greetings`
      return { result: { count, stat_descriptors: [{ key: 'greeting-count', name: 'Greetings', message }] } }
    },

    async process(run) {
      const { key, size } = await run.files.write(keyOf(run), greetings(run, meanwhile))
      const { length } = run.context.names
      return { count: length, advancement_count: length, file_key: key, file_size: size }
    },

    onCanceled: (run) => run.files.delete(keyOf(run)),
  })

async function* greetings(run: BatchRun<Context>, meanwhile: BeforeGreeting) {
  for (const [i, name] of run.context.names.entries()) {
    await meanwhile(name, run)
    yield `Hello ${name}\n`
    await run.advance({ advancement_count: i + 1, progress: (i + 1) / run.context.names.length })
  }
}

const keyOf = ({ id }: { id: string }) => fileKey(`exports/greetings-${id}.txt`)
