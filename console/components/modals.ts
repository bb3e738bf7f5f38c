import type { modals as Opened } from '@mantine/modals'

type Options = Parameters<typeof Opened.open>[0]
type Question = Parameters<typeof Opened.openConfirmModal>[0]

let markReady: () => void
const ready = new Promise<void>((resolve) => {
  markReady = resolve
})

async function whenReady(run: (modals: typeof Opened) => void): Promise<void> {
  await ready
  run((await import('@mantine/modals')).modals)
}

/** The browser loads the dialogs with the first input. An earlier dialog opens then. */
export const modals = {
  isReady: () => markReady(),
  /** Returns the ID for `close`. */
  open({ modalId = crypto.randomUUID(), ...options }: Options): string {
    void whenReady((opened) => opened.open({ modalId, ...options }))
    return modalId
  },
  openConfirmModal: (question: Question): void => void whenReady((opened) => opened.openConfirmModal(question)),
  /** A dialog of running work stays open, so that its result is seen. */
  setClosable: (modalId: string, isClosable: boolean): void =>
    void whenReady((opened) =>
      opened.updateModal({
        modalId,
        closeOnEscape: isClosable,
        closeOnClickOutside: isClosable,
        withCloseButton: isClosable,
      }),
    ),
  close: (id: string): void => void whenReady((opened) => opened.close(id)),
}
