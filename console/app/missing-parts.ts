import { useSyncExternalStore } from 'react'
import { pageUrl } from './address.ts'

/** The shop has another console by now, or its part does not load although the shop is reached. */
type MissingParts = 'updated' | 'incomplete'

const ENTRY = /assets\/(index-[^"/]+\.js)"/
const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''
const listeners = new Set<() => void>()
let missing: MissingParts | undefined
let search: Promise<boolean | undefined> | undefined

function report(found: MissingParts | undefined): void {
  missing = found
  for (const listener of listeners) listener()
}

/** Why the latest part did not load. Undefined while all parts load or the shop is not reached. */
export const useMissingParts = (): MissingParts | undefined => useSyncExternalStore(subscribe, () => missing)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the shop has another console than this page, or undefined if it is not reached. */
export async function isReplaced(): Promise<boolean | undefined> {
  search ??= findEntry().finally(() => {
    search = undefined
  })
  const found = await search
  if (found) report('updated')
  return found
}

export const reportIncomplete = (): void => {
  if (!missing) report('incomplete')
}

/** Ends the notice of a part that has loaded after all. */
export const reportComplete = (): void => {
  if (missing === 'incomplete') report(undefined)
}

async function findEntry(): Promise<boolean | undefined> {
  const page = await fetch(pageUrl(''), { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  const name = ENTRY.exec(page)?.[1]
  return name === undefined ? undefined : !entry.endsWith(`/${name}`)
}

// The words of a language and the pages have no other retry.
addEventListener('vite:preloadError', () => void isReplaced())
