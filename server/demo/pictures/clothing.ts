import { darken, LEATHER, lighten, PAPER } from './colours.ts'
import { circle, flatShadow, group, line, mirrored, path, pattern, rect, scene } from './shapes.ts'

const BODY =
  'M330 190 L268 214 C228 234 196 320 176 404 L256 430 L286 350 L282 646 L518 646 L514 350 L544 430 L624 404 C604 320 572 234 532 214 L470 190 C450 226 350 226 330 190 Z'

export function drawShirt(colour: string): string {
  const seam = darken(colour, 0.16)
  const buttons = [292, 362, 432, 502, 572].map((y) => circle(400, y, 7, darken(colour, 0.38))).join('')
  return scene(
    '#e9dfd2',
    'hanging',
    flatShadow(BODY),
    path(BODY, colour),
    mirrored(path('M268 214 C228 234 196 320 176 404 L256 430 L286 350 L282 290 Z', darken(colour, 0.06))),
    mirrored(line('M180 388 L261 413', seam, 3)),
    path('M400 232 L414 232 L414 646 L386 646 L386 232 Z', lighten(colour, 0.18)),
    line('M386 240 V646 M414 240 V646', seam, 3),
    mirrored(path('M330 190 L366 172 L400 226 L356 268 Z', lighten(colour, 0.3))),
    mirrored(line('M330 190 L356 268 L400 226', seam, 3)),
    rect([440, 330, 58, 66, 6], lighten(colour, 0.12), { stroke: seam, 'stroke-width': 3 }),
    buttons,
  )
}

export function drawSweater(colour: string): string {
  const dark = darken(colour, 0.18)
  const ribs = line('M4 0 V30', dark, 3)
  const knit = line('M0 4 L9 13 L18 4', lighten(colour, 0.14), 2)
  return scene(
    '#dfe3dc',
    'hanging',
    pattern('ribs', [9, 30], rect([0, 0, 9, 30], colour), ribs),
    pattern('knit', [18, 16], rect([0, 0, 18, 16], colour), knit),
    flatShadow(BODY),
    path(BODY, 'url(#knit)'),
    mirrored(
      path('M268 214 C228 234 196 320 176 404 L256 430 L286 350 L284 290 Z', darken(colour, 0.5), { opacity: 0.1 }),
    ),
    rect([281, 612, 238, 42, 8], 'url(#ribs)'),
    mirrored(path('M181 384 L172 416 L252 444 L262 412 Z', dark)),
    path('M326 186 C348 250 452 250 474 186 L456 180 C442 222 358 222 344 180 Z', dark),
    path('M344 180 C358 222 442 222 456 180 C430 192 370 192 344 180 Z', darken(colour, 0.34)),
  )
}

export function drawJacket(): string {
  const colour = '#4d6d94'
  const seam = darken(colour, 0.28)
  const outline =
    'M322 186 L258 214 C214 240 184 330 166 424 L250 450 L276 372 L272 656 L528 656 L524 372 L550 450 L634 424 C616 330 586 240 542 214 L478 186 C452 214 348 214 322 186 Z'
  const pocket = (x: number, y: number, width: number, height: number) =>
    rect([x, y, width, height, 8], lighten(colour, 0.08), {
      stroke: seam,
      'stroke-width': 3,
      'stroke-dasharray': '7 4',
    })
  return scene(
    '#eadfd3',
    'hanging',
    flatShadow(outline),
    path(outline, colour),
    mirrored(path('M258 214 C214 240 184 330 166 424 L250 450 L276 372 L274 300 Z', darken(colour, 0.1))),
    line('M400 250 V656', seam, 4),
    pocket(290, 520, 92, 104),
    pocket(418, 520, 92, 104),
    pocket(424, 330, 72, 82),
    mirrored(path('M322 186 L362 172 L400 246 L336 288 L310 232 Z', lighten(colour, 0.14))),
    mirrored(line('M310 232 L336 288 L400 246', seam, 3)),
    [300, 384, 468, 552, 636].map((y) => circle(388, y, 8, PAPER)).join(''),
    rect([382, 196, 36, 18, 3], LEATHER),
  )
}

export function drawSocks(colour: string): string {
  const dark = darken(colour, 0.24)
  const leg = 'M0 0 H108 V260 C108 292 124 306 160 322 L214 346 C262 368 252 440 196 440 H70 C20 440 -6 404 0 356 Z'
  const sock = (transform: string) =>
    group(
      transform,
      path(leg, '#2b2118', { opacity: 0.12, transform: 'translate(8 14)' }),
      path(leg, colour),
      rect([0, 0, 108, 58, 6], dark),
      line('M0 82 H108 M0 100 H108', PAPER, 8, { 'stroke-linecap': 'butt' }),
      path('M0 330 C-6 404 20 440 70 440 C56 390 42 346 0 330 Z', lighten(colour, 0.3)),
      path('M200 340 C262 368 252 440 196 440 H172 C184 410 184 366 200 340 Z', lighten(colour, 0.3)),
    )
  return scene('#e3ddd0', 'hanging', sock('translate(190 170) rotate(-4)'), sock('translate(380 190) rotate(5)'))
}
