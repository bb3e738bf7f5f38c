import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import type { Preview } from './use-preview.ts'

const LoadedPreviewPanel = lazyPart(async () => (await import('./loaded-preview-panel.tsx')).LoadedPreviewPanel)

/** The changes that an action will make. It loads with the first preview. */
export function PreviewPanel({ preview }: { preview: Preview }) {
  const { changes, isLoading, error } = preview
  if (error || (!changes && !isLoading)) return null
  return (
    <Suspense>
      <LoadedPreviewPanel preview={preview} />
    </Suspense>
  )
}
