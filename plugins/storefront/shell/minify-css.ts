/** Removes the spaces of a stylesheet of this folder, which has one declaration in each line and no comments. */
export const minifyCss = (css: string): string =>
  css
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/^([\w-]+):\s+/gm, '$1:')
    .replaceAll(/(?<=[\w)]), (?=[\w#.:-])| (?=[>/] )|(?<= [>/]) /g, (gap) => gap.trim())
    .replaceAll(/(?<=\((?:min|max)-\w+): /g, ':')
    .replaceAll(/(?<=[\s:(,-])0(?=\.\d)/g, '')
    .replaceAll(/ \{\n/g, '{')
    .replaceAll(/;\n\}/g, '}')
    .replaceAll(/([,;}])\n/g, '$1')
