import { button, el, labelled, t } from './page.js'
import { upload } from './upload.js'

/** The logo of the header. `theme` returns the theme of the form. */
export function logoField({ theme, change, fail }) {
  const picture = el('img', { className: 'logo', alt: '' })
  const remove = button(t('Remove the logo'), () => {
    input.value = ''
    change({ logo: null })
    show()
  })
  const input = el('input', { type: 'file', accept: 'image/png,image/svg+xml,image/jpeg,image/webp' })
  const show = () => {
    picture.hidden = remove.hidden = theme().logo === null
    if (theme().logo) picture.src = theme().logo.url
  }
  input.addEventListener('change', () => {
    const [file] = input.files
    if (file)
      upload(file)
        .then((logo) => change({ logo }))
        .then(show)
        .catch(fail)
  })
  show()
  return el(
    'div',
    {},
    picture,
    labelled('Logo', input, 'It replaces the name in the header. PNG, SVG, JPEG or WebP.'),
    remove,
  )
}
