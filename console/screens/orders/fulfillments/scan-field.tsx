import { useState } from 'react'
import { CodeField } from '#console/components/scan/code-field.tsx'
import type { Quantities } from '#console/components/scan/quantities.ts'
import { countScan, type Scan, type ScannableLine } from '#console/components/scan/scan.ts'
import { orderScan } from '#console/strings/order-scan.ts'

interface ScanFieldProps {
  lines: readonly ScannableLine[]
  quantities: Quantities
  onChange(quantities: Quantities): void
}

/** Each scan counts one unit. The first scan begins at 0. */
export function ScanField({ lines, quantities, onChange }: ScanFieldProps) {
  const words = orderScan.useWords()
  const [last, setLast] = useState<Scan>()
  const [hasStarted, setStarted] = useState(false)
  const count = (code: string) => {
    const scan = countScan(code, lines, hasStarted ? quantities : {})
    if (scan.result === 'counted') {
      setStarted(true)
      onChange(scan.quantities)
    }
    setLast(scan)
  }
  return (
    <CodeField
      hint={words.scanHint}
      status={last && textOf(last, words)}
      isProblem={last !== undefined && last.result !== 'counted'}
      isFocused={lines.some(({ codes }) => codes.length > 0)}
      onCode={count}
    />
  )
}

function textOf(scan: Scan, words: ReturnType<typeof orderScan.useWords>): string {
  if (scan.result === 'counted') return words.counted(scan.title, scan.count, scan.max)
  return words[scan.result](scan.title)
}
