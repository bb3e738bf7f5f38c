import { z } from 'zod'
import { type BatchRun, type BatchType, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { parseFileKey } from '#entities/platform/file/file-key.ts'

/* An example of a custom batch job type. It writes a file with a greeting for each name. */

const Context = z.strictObject({ names: z.array(z.string()).min(1) })
type Context = z.output<typeof Context>

export type BeforeGreeting = (name: string, run: BatchRun<Context>) => Promise<void>

export const greetingExport = (beforeGreeting: BeforeGreeting = async () => {}): BatchType<Context> =>
  defineBatchType({
    kind: 'export',
    procedures: ['store.get'],
    context: Context,

    async preProcess({ context }) {
      const count = context.names.length
      const message = `There will be ${count} greetings`
      return { result: { count, stat_descriptors: [{ key: 'greeting-count', name: 'Greetings', message }] } }
    },

    async process(run) {
      const { key, size } = await run.files.write(keyOf(run), greetings(run, beforeGreeting))
      const { length } = run.context.names
      return { count: length, advancement_count: length, file_key: key, file_size: size }
    },

    onCanceled: (run) => run.files.delete(keyOf(run)),
  })

async function* greetings(run: BatchRun<Context>, beforeGreeting: BeforeGreeting) {
  for (const [i, name] of run.context.names.entries()) {
    await beforeGreeting(name, run)
    yield `Hello ${name}\n`
    await run.advance({ advancement_count: i + 1, progress: (i + 1) / run.context.names.length })
  }
}

const keyOf = ({ id }: { id: string }) => parseFileKey(`exports/greetings-${id}.txt`)
