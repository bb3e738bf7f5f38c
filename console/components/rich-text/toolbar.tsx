import { $isLinkNode, TOGGLE_LINK_COMMAND } from '@lexical/link'
import {
  $isListNode,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from '@lexical/list'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $createHeadingNode, $isHeadingNode } from '@lexical/rich-text'
import { Group } from '@mantine/core'
import { IconBold, IconH2, IconItalic, IconList, IconListNumbers } from '@tabler/icons-react'
import {
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  FORMAT_TEXT_COMMAND,
  type LexicalNode,
} from 'lexical'
import { useEffect, useState } from 'react'
import { richText } from '#console/strings/rich-text.ts'
import { FormatButton } from './format-button.tsx'
import { LinkButton } from './link-button.tsx'
import classes from './markdown-editor.module.css'

interface Format {
  isBold: boolean
  isItalic: boolean
  isHeading: boolean
  list: 'bullet' | 'number' | 'check' | undefined
  link: string | undefined
}

const PLAIN: Format = { isBold: false, isItalic: false, isHeading: false, list: undefined, link: undefined }

/** The buttons of the editor. They keep the focus and the selection in the text. */
export function Toolbar({ label }: { label: string }) {
  const words = richText.useWords()
  const [editor] = useLexicalComposerContext()
  const [format, setFormat] = useState(PLAIN)
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) =>
        setFormat((before) => {
          const after = editorState.read(readFormat)
          return JSON.stringify(after) === JSON.stringify(before) ? before : after
        }),
      ),
    [editor],
  )
  const toggleList = (kind: 'bullet' | 'number') =>
    editor.dispatchCommand(
      format.list === kind
        ? REMOVE_LIST_COMMAND
        : kind === 'bullet'
          ? INSERT_UNORDERED_LIST_COMMAND
          : INSERT_ORDERED_LIST_COMMAND,
      undefined,
    )
  return (
    <Group gap={2} role="toolbar" aria-label={words.formatOf(label)} className={classes.toolbar}>
      <FormatButton
        label={words.bold}
        isPressed={format.isBold}
        icon={<IconBold size={16} />}
        onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')}
      />
      <FormatButton
        label={words.italic}
        isPressed={format.isItalic}
        icon={<IconItalic size={16} />}
        onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'italic')}
      />
      <FormatButton
        label={words.heading}
        isPressed={format.isHeading}
        icon={<IconH2 size={16} />}
        onClick={() => editor.update(() => toggleHeading(format.isHeading))}
      />
      <FormatButton
        label={words.bulletList}
        isPressed={format.list === 'bullet'}
        icon={<IconList size={16} />}
        onClick={() => toggleList('bullet')}
      />
      <FormatButton
        label={words.numberedList}
        isPressed={format.list === 'number'}
        icon={<IconListNumbers size={16} />}
        onClick={() => toggleList('number')}
      />
      <LinkButton link={format.link} onChange={(link) => editor.dispatchCommand(TOGGLE_LINK_COMMAND, link)} />
    </Group>
  )
}

function readFormat(): Format {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return PLAIN
  const node = selection.anchor.getNode()
  const parents = [node, ...node.getParents()]
  const link = parents.find($isLinkNode)
  return {
    isBold: selection.hasFormat('bold'),
    isItalic: selection.hasFormat('italic'),
    isHeading: parents.some($isHeadingNode),
    list: parents.find($isListNode)?.getListType(),
    link: link?.getURL(),
  }
}

function toggleHeading(isHeading: boolean): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const blocks = new Set(selection.getNodes().map((node: LexicalNode) => node.getTopLevelElement()))
  for (const block of blocks) {
    if (!$isElementNode(block) || $isListNode(block)) continue
    block.replace(isHeading ? $createParagraphNode() : $createHeadingNode('h2'), true)
  }
}
