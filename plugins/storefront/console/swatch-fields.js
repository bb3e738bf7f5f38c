import { button, el, fieldset, labelled, t } from './page.js'
import { upload } from './upload.js'

const HINT =
  'Values of an option such as Colour have the colour of their name. Add those with another name, or with a pattern.'
const MOST = 50

/** The colours and pictures of values of options. */
export function swatchFields({ theme, change, fail }) {
  const list = el('div')

  function replace(index, changes) {
    const changed = theme().swatches.map((one, i) => (i === index ? { ...one, ...changes } : one))
    change({ swatches: changed })
  }

  function row(swatch, index) {
    const value = el('input', { value: swatch.value, maxLength: 60, required: true })
    value.addEventListener('input', () => replace(index, { value: value.value }))
    const colour = el('input', { type: 'color', value: swatch.colour ?? '#ffffff' })
    colour.addEventListener('input', () => replace(index, { colour: colour.value, picture: null }))
    const file = el('input', { type: 'file', accept: 'image/png,image/svg+xml,image/jpeg,image/webp' })
    file.addEventListener('change', () => {
      const [picture] = file.files
      if (picture)
        upload(picture)
          .then(({ url }) => replace(index, { colour: null, picture: url }))
          .then(show)
          .catch(fail)
    })
    const remove = button(
      t('Remove'),
      () => {
        change({ swatches: theme().swatches.filter((_, i) => i !== index) })
        show()
        add.focus()
      },
      { 'aria-label': `${t('Remove')}: ${swatch.value}` },
    )
    const picture = swatch.picture ? [el('img', { className: 'swatch', alt: '', src: swatch.picture })] : []
    return el(
      'div',
      { className: 'swatch-row' },
      labelled('Value', value),
      labelled('Colour', colour),
      ...picture,
      labelled('Or a picture', file),
      remove,
    )
  }

  const add = button(t('Add a swatch'), () => {
    change({ swatches: [...theme().swatches, { value: '', colour: '#8a8a8a', picture: null }] })
    show()
    list.lastElementChild.querySelector('input').focus()
  })

  function show() {
    list.replaceChildren(...theme().swatches.map(row))
    add.disabled = theme().swatches.length >= MOST
  }
  show()
  return fieldset('Swatches', el('p', { className: 'quiet' }, t(HINT)), list, add)
}
