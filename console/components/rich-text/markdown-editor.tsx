import { LinkNode } from '@lexical/link'
import { ListItemNode, ListNode } from '@lexical/list'
import { $convertFromMarkdownString, $convertToMarkdownString } from '@lexical/markdown'
import { AutoFocusPlugin } from '@lexical/react/LexicalAutoFocusPlugin'
import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin'
import { ListPlugin } from '@lexical/react/LexicalListPlugin'
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin'
import { HeadingNode, QuoteNode } from '@lexical/rich-text'
import { useEffect, useRef } from 'react'
import { isLink } from './is-link.ts'
import classes from './markdown-editor.module.css'
import { SafeContent } from './safe-content.tsx'
import { Toolbar } from './toolbar.tsx'
import { TRANSFORMERS } from './transformers.ts'

interface MarkdownEditorProps {
  label: string
  value: string
  /** The path of the field in its form. */
  path: string | undefined
  isDisabled: boolean
  /** Whether the text had the focus before the editor has loaded. */
  autoFocus: boolean
  onChange(value: string): void
}

const THEME = { text: { bold: classes.bold ?? '', italic: classes.italic ?? '' } }

/** An editor for Markdown that shows no signs of Markdown. Pasted text keeps only what Markdown can store. */
export function MarkdownEditor({ label, value, path, isDisabled, autoFocus, onChange }: MarkdownEditorProps) {
  return (
    <LexicalComposer
      initialConfig={{
        namespace: 'text',
        theme: THEME,
        nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode],
        editable: !isDisabled,
        editorState: () => $convertFromMarkdownString(value, TRANSFORMERS),
        onError(error) {
          throw error
        },
      }}
    >
      <div className={classes.frame}>
        {!isDisabled && <Toolbar label={label} />}
        <RichTextPlugin
          contentEditable={
            <ContentEditable className={classes.text} ariaLabel={label} aria-multiline data-path={path} dir="auto" />
          }
          ErrorBoundary={LexicalErrorBoundary}
        />
      </div>
      <HistoryPlugin />
      {autoFocus && <AutoFocusPlugin />}
      <ListPlugin />
      <LinkPlugin validateUrl={isLink} />
      <SafeContent />
      <Exchange value={value} isDisabled={isDisabled} onChange={onChange} />
    </LexicalComposer>
  )
}

const FROM_OUTSIDE = 'from-outside'

/** Reports what the user writes, and shows values from outside, such as those of another user. */
function Exchange({ value, isDisabled, onChange }: Pick<MarkdownEditorProps, 'value' | 'isDisabled' | 'onChange'>) {
  const [editor] = useLexicalComposerContext()
  const known = useRef(value)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => editor.setEditable(!isDisabled), [editor, isDisabled])
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.update(() => $convertFromMarkdownString(value, TRANSFORMERS), { tag: FROM_OUTSIDE })
  }, [editor, value])
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
        if (tags.has(FROM_OUTSIDE) || dirtyElements.size + dirtyLeaves.size === 0) return
        const text = editorState.read(() => $convertToMarkdownString(TRANSFORMERS))
        if (text === known.current) return
        known.current = text
        report.current(text)
      }),
    [editor],
  )
  return null
}
