import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { modals } from '#console/components/modals.ts'
import { common } from '#console/strings/common.ts'

interface Question {
  title: string
  text: string
  /** The verb on the button, such as `Delete`. */
  action: string
  isDangerous?: boolean
  /** The changes of the action, such as `<ProcedurePreview>`. */
  preview?: ReactNode
}

/** Returns a function that asks the user and resolves to the answer: `if (await confirm({ … })) …` */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const words = common.useWords()
  return ({ title, text, action, isDangerous, preview }) =>
    new Promise((resolve) => {
      modals.openConfirmModal({
        title,
        children: (
          <Stack gap="sm">
            <Text size="sm">{text}</Text>
            {preview}
          </Stack>
        ),
        labels: { confirm: action, cancel: words.cancel },
        confirmProps: isDangerous ? { color: 'red.9' } : {},
        onConfirm: () => resolve(true),
        onClose: () => resolve(false),
      })
    })
}
