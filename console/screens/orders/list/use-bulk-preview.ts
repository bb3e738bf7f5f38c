import { useEffect, useRef, useState } from 'react'
import type { DryRun } from '#client/index.ts'
import type { BulkStep } from './bulk-steps.ts'

/** The changes of an action for one order, or the reason for which the shop refuses it. */
export type RowPreview = { changes: DryRun<unknown> | undefined } | { error: string }

interface BulkPreviewOptions {
  step: BulkStep
  isEnabled: boolean
  textOf(error: unknown): string
}

/** Tries the action for one order after another, and keeps no change. Returns the previews by the ID of the order. */
export function useBulkPreview(
  ids: readonly string[],
  { step, isEnabled, textOf }: BulkPreviewOptions,
): Readonly<Record<string, RowPreview>> {
  const [previews, setPreviews] = useState<Readonly<Record<string, RowPreview>>>({})
  const latest = useRef({ step, textOf })
  useEffect(() => {
    latest.current = { step, textOf }
  })
  const key = ids.join()
  useEffect(() => {
    let isCurrent = isEnabled
    const tryAll = async () => {
      for (const id of key.split(',')) {
        if (!isCurrent) return
        const preview = await previewOf(id, latest.current)
        if (isCurrent) setPreviews((others) => ({ ...others, [id]: preview }))
      }
    }
    void tryAll()
    return () => {
      isCurrent = false
    }
  }, [key, isEnabled])
  return previews
}

async function previewOf(
  id: string,
  { step, textOf }: Pick<BulkPreviewOptions, 'step' | 'textOf'>,
): Promise<RowPreview> {
  try {
    return { changes: await step.preview(id) }
  } catch (error) {
    return { error: textOf(error) }
  }
}
