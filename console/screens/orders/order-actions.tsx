import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '#console/app/permissions.ts'
import { MenuButton } from '#console/components/popup/menu-button.tsx'
import { common } from '#console/strings/common.ts'
import type { Order } from './order.ts'
import { useOrderActions } from './use-order-actions.tsx'

/** The menu with everything that can be done with an order. */
export function OrderActions({ order }: { order: Order }) {
  const { more } = common.useWords()
  const may = useMay()
  const all = useOrderActions(order)
  const actions = all.filter(({ isPossible, procedure }) => isPossible && may(procedure))
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  // An open dialog stays when another user makes its action impossible.
  const dialog = all.find(({ text }) => text === opened)?.dialog?.(close)
  return (
    <>
      {actions.length > 0 && (
        <MenuButton
          button={(parts) => (
            <Button {...parts} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {more}
            </Button>
          )}
          items={actions.map(({ text, isDangerous, run }) => ({
            ...{ text, isDangerous },
            onClick: () => (run ? run(() => setOpened(text)) : setOpened(text)),
          }))}
        />
      )}
      {dialog}
    </>
  )
}
