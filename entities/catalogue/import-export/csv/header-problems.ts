import { InvalidData } from '#entities/errors.ts'
import { BatchRefused, batchErrorsOf } from '#entities/platform/batch-job/batch-errors.ts'
import { MAX_REPORTED_FAULTS } from '#entities/platform/batch-job/line-faults.ts'
import { nearestTitle } from './nearest-title.ts'
import { parsingFailed } from './read-csv.ts'

/** Collects the problems of the titles of a file, so that one reply names the first hundred and counts the others. */
export class HeaderProblems {
  readonly #problems: InvalidData[] = []
  #more = 0

  /** Returns undefined and records the problem if `read` throws InvalidData. */
  attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof InvalidData)) throw error
      this.add(() => error)
      return undefined
    }
  }

  /** `describe` may search the nearest title. Only reported problems are described. */
  add(describe: () => InvalidData): void {
    if (this.#problems.length < MAX_REPORTED_FAULTS) this.#problems.push(describe())
    else this.#more += 1
  }

  /** @throws BatchRefused if there are problems. */
  assertNone(): void {
    if (this.#problems.length === 0) return
    const last = this.#more > 0 ? [moreErrors(this.#more)] : []
    throw new BatchRefused([...this.#problems, ...last].flatMap(batchErrorsOf))
  }
}

const moreErrors = (count: number) =>
  new InvalidData(`${count} more errors were found`).because({ name: 'more_errors', count })

export const duplicateColumnError = (title: string) =>
  parsingFailed(`The csv file has two columns ${title}`, { name: 'duplicate_csv_column', title })

export function unknownColumnError(title: string, knownTitles: readonly string[]): InvalidData {
  const nearest = nearestTitle(title, knownTitles)
  const message = `Unable to treat column ${title} from the csv file. No target column found in the provided schema`
  return parsingFailed(nearest ? `${message}. Did you mean "${nearest}"?` : message, {
    name: 'csv_column_unknown',
    title,
    ...(nearest ? { nearest } : {}),
  })
}

export const missingColumnError = (titles: readonly string[]) =>
  parsingFailed(`Missing column(s) ${titles.map((title) => `"${title}"`).join(', ')} from the given csv file`, {
    name: 'csv_column_missing',
    titles: titles.join(', '),
  })

export const emptyFileError = (titles: readonly string[]) =>
  new InvalidData(`The file is empty. ${missingColumnError(titles).message}`).because({ name: 'csv_empty' })
