import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { lazyAfterInput } from '#console/app/lazy-after-page.ts'
import { useMay } from '#console/app/permissions.ts'
import type { ButtonParts } from '#console/components/popup/popup-button.tsx'
import { common } from '#console/strings/common.ts'
import type { Order } from './order.ts'
import { useOrderActions } from './use-order-actions.tsx'

const OrderMenu = lazyAfterInput(async () => (await import('./order-menu.tsx')).OrderMenu)

/** The menu with everything that can be done with an order. */
export function OrderActions({ order }: { order: Order }) {
  const { more } = common.useWords()
  const may = useMay()
  const actions = useOrderActions(order).filter(({ isPossible, procedure }) => isPossible && may(procedure))
  const [opened, setOpened] = useState<string>()
  const [isWanted, setWanted] = useState(false)
  const early = useRef<HTMLButtonElement>(null)
  const button = (parts: ButtonParts) => (
    <Button {...parts} variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
      {more}
    </Button>
  )
  const close = () => setOpened(undefined)
  if (actions.length === 0) return null
  return (
    <>
      <Suspense fallback={button({ ref: early, onClick: () => setWanted(true) })}>
        <OrderMenu
          {...{ button, isWanted, early }}
          items={actions.map(({ text, isDangerous, run }) => ({
            ...{ text, isDangerous },
            onClick: () => (run ? run(() => setOpened(text)) : setOpened(text)),
          }))}
        />
      </Suspense>
      {actions.find(({ text }) => text === opened)?.dialog?.(close)}
    </>
  )
}
