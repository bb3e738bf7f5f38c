import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import type { ModalFormProps } from './modal-form.tsx'

const ModalForm = lazyPart(async () => (await import('./modal-form.tsx')).ModalForm)

/** A dialog with fields and a row of buttons. Enter submits it. Its parts load when the first dialog opens. */
export function DialogForm(props: ModalFormProps) {
  return (
    <Suspense>
      <ModalForm {...props} />
    </Suspense>
  )
}
