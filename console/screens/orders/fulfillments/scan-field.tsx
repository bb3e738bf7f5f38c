import { Button, Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { orderScan } from '#console/strings/order-scan.ts'
import type { Quantities } from '../items/quantities.ts'
import { countScan, type Scan, type ScannableLine } from './scan.ts'

interface ScanFieldProps {
  lines: readonly ScannableLine[]
  quantities: Quantities
  onChange(quantities: Quantities): void
}

/** A scanner types a code and Enter. Each scan counts one unit. The first scan begins at 0. */
export function ScanField({ lines, quantities, onChange }: ScanFieldProps) {
  const words = orderScan.useWords()
  const [code, setCode] = useState('')
  const [last, setLast] = useState<Scan>()
  const [hasStarted, setStarted] = useState(false)
  const count = () => {
    if (!code.trim()) return
    const scan = countScan(code, lines, hasStarted ? quantities : {})
    if (scan.result === 'counted') {
      setStarted(true)
      onChange(scan.quantities)
    }
    setLast(scan)
    setCode('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The dialog would fulfill the order.
    event.preventDefault()
    count()
  }
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={words.scan}
          description={words.scanHint}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          flex={1}
        />
        <Button variant="default" onClick={count} disabled={!code.trim()}>
          {words.count}
        </Button>
      </Group>
      <Text
        size="sm"
        role="status"
        mt={4}
        c={last && last.result !== 'counted' ? 'var(--mantine-color-error)' : 'dimmed'}
      >
        {last && textOf(last, words)}
      </Text>
    </div>
  )
}

function textOf(scan: Scan, words: ReturnType<typeof orderScan.useWords>): string {
  if (scan.result === 'counted') return words.counted(scan.title, scan.count, scan.max)
  return scan.result === 'unknown' ? words.unknown(scan.title) : words.complete(scan.title)
}
