import { $insertDataTransferForRichText } from '@lexical/clipboard'
import { LinkNode } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getSelection, $isRangeSelection, COMMAND_PRIORITY_HIGH, mergeRegister, PASTE_COMMAND } from 'lexical'
import { useEffect } from 'react'
import { cleanPasted } from './clean-pasted.ts'
import { isLink } from './is-link.ts'

/** Removes links to scripts, and cleans pasted pages. */
export function SafeContent() {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      mergeRegister(
        editor.registerNodeTransform(LinkNode, (node) => {
          if (isLink(node.getURL())) return
          for (const child of node.getChildren()) node.insertBefore(child)
          node.remove()
        }),
        editor.registerCommand(
          PASTE_COMMAND,
          (event) => {
            const pasted = event instanceof ClipboardEvent ? event.clipboardData?.getData('text/html') : undefined
            const selection = $getSelection()
            if (!pasted || !$isRangeSelection(selection)) return false
            event.preventDefault()
            const plain = new DataTransfer()
            plain.setData('text/html', cleanPasted(pasted))
            $insertDataTransferForRichText(plain, selection, editor)
            return true
          },
          COMMAND_PRIORITY_HIGH,
        ),
      ),
    [editor],
  )
  return null
}
