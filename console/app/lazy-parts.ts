import { type ComponentType, lazy, useSyncExternalStore } from 'react'
import { queryClient } from './api.ts'
import { isReplaced, reportComplete, reportIncomplete } from './missing-parts.ts'

const STEP = 100
const LIMIT = 3000

async function firstAnswers(): Promise<void> {
  const end = performance.now() + LIMIT
  do await new Promise((resolve) => setTimeout(resolve, STEP))
  while (queryClient.isFetching() > 0 && performance.now() < end)
}

const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'dragenter'] as const

/** Parts that wait for an input are loaded at the latest then, because the connection may be lost later. */
const LATEST_INPUT = 15_000

let hadInput = false

const firstInput = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      hadInput = true
      for (const type of INPUTS) removeEventListener(type, end, true)
      resolve()
    }
    for (const type of INPUTS) addEventListener(type, end, true)
    setTimeout(end, LATEST_INPUT)
  })

let answers: Promise<void> | undefined
let input: Promise<void> | undefined

/** Returns a component that loads when it is shown first, with the type parameters of the component. */
export function lazyPart<Component>(load: () => Promise<Component>): Component
export function lazyPart(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  return lazy(async () => ({ default: await loadUntilReached(load) }))
}

/** A component that the browser loads after the data of the first page. */
export const lazyAfterPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    answers ??= firstAnswers()
    await answers
    return { default: await loadUntilReached(load) }
  })

/** A component that the browser loads when the user first moves the pointer or presses a key. */
export const lazyAfterInput = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  input ??= firstInput()
  return lazy(async () => {
    await input
    return { default: await loadUntilReached(load) }
  })
}

const PAUSE = 2000
/** The failures of a part, while the shop is reached, after which the user can reload the page. */
const MAX_FAILURES = 3

/** Whether the user has moved the pointer or pressed a key, for data that no page shows before, such as the options of filters. */
export const useHadInput = (): boolean => useSyncExternalStore(afterInput, () => hadInput)

function afterInput(listener: () => void): () => void {
  input ??= firstInput()
  void input.then(listener)
  return () => {}
}

/**
 * Loads a part again until the shop is reached. A part that fails to load would replace its page, with all typed text. A part that
 * the shop does not have any longer never loads: `ReloadNotice` offers to reload the page.
 */
async function loadUntilReached<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let failures = 1; ; )
    try {
      const loaded = await load()
      if (failures > MAX_FAILURES) reportComplete()
      return loaded
    } catch {
      const replaced = await isReplaced()
      if (replaced) return new Promise(() => {})
      if (replaced === false && failures++ >= MAX_FAILURES) reportIncomplete()
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
}
