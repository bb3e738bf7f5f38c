import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '#console/app/permissions.ts'
import { common } from '#console/strings/common.ts'
import type { Order } from './order.ts'
import { useOrderActions } from './use-order-actions.tsx'

/** The menu with everything that can be done with an order. */
export function OrderActions({ order }: { order: Order }) {
  const { more } = common.useWords()
  const may = useMay()
  const actions = useOrderActions(order).filter(({ isPossible, procedure }) => isPossible && may(procedure))
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  if (actions.length === 0) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ text, isDangerous, run }) => (
            <Menu.Item
              key={text}
              {...(isDangerous ? { c: 'var(--danger)' } : {})}
              onClick={() => (run ? run(() => setOpened(text)) : setOpened(text))}
            >
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {actions.find(({ text }) => text === opened)?.dialog?.(close)}
    </>
  )
}
