import { type ComponentType, lazy } from 'react'
import { queryClient } from './api.ts'

const STEP = 100
const LIMIT = 3000

async function firstAnswers(): Promise<void> {
  const end = performance.now() + LIMIT
  do await new Promise((resolve) => setTimeout(resolve, STEP))
  while (queryClient.isFetching() > 0 && performance.now() < end)
}

let answers: Promise<void> | undefined

/** A component that the browser loads after the data of the first page. */
export const lazyAfterPage = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async () => {
    answers ??= firstAnswers()
    await answers
    return load()
  })
