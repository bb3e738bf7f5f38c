import { Box } from '@mantine/core'
import { plainText } from '#console/screens/products/listed-text.ts'
import classes from './markdown-editor.module.css'

interface EarlyTextProps {
  label: string
  /** Markdown. */
  value: string
  isDisabled: boolean
}

/** The text of an editor as the editor shows it, until it has loaded. */
export function EarlyText({ label, value, isDisabled }: EarlyTextProps) {
  return (
    <div className={classes.frame}>
      {!isDisabled && (
        <div className={classes.toolbar}>
          <Box h={28} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the text has paragraphs */}
      <div
        role="textbox"
        tabIndex={0}
        aria-label={label}
        aria-multiline
        aria-readonly
        className={classes.text}
        dir="auto"
      >
        {blocksOf(value).map((lines, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks do not move
          <EarlyBlock key={i} lines={lines} />
        ))}
      </div>
    </div>
  )
}

const blocksOf = (markdown: string): string[][] =>
  markdown
    .split(/\n{2,}/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/

function EarlyBlock({ lines }: { lines: readonly string[] }) {
  const [first = ''] = lines
  const text = plainText(lines.join('\n'))
  if (/^#{1,6}\s/.test(first)) return <h2>{text}</h2>
  if (!ITEM.test(first)) return <p style={{ whiteSpace: 'pre-line' }}>{text}</p>
  const List = /^\s*\d/.test(first) ? 'ol' : 'ul'
  return (
    <List>
      {text.split('\n').map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items do not move
        <li key={i}>{item}</li>
      ))}
    </List>
  )
}
