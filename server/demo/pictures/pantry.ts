import { darken, lighten, PAPER } from './colours.ts'
import { ellipse, group, line, path, rect, scene, shadow } from './shapes.ts'

export function drawCoffee(): string {
  const kraft = '#b98d63'
  const bean = (x: number, y: number, turn: number) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      ellipse([0, 0, 20, 14], '#4a3427'),
      line('M-14 0 C-4 -6 4 6 14 0', '#8a6a52', 3),
    )
  const bag = (transform: string) =>
    group(
      transform,
      path('M20 60 L8 400 C8 416 18 424 34 424 H246 C262 424 272 416 272 400 L260 60 Z', kraft),
      path('M20 60 L8 400 C8 416 18 424 34 424 H74 C60 300 60 160 70 60 Z', lighten(kraft, 0.2)),
      rect([14, 20, 252, 48, 8], darken(kraft, 0.16)),
      rect([40, 36, 200, 14, 7], '#e0c27a'),
      rect([62, 168, 156, 170, 10], PAPER),
      ellipse([140, 226, 34, 24], '#4a3427'),
      line('M114 226 C130 214 150 238 166 226', '#8a6a52', 4),
      line('M88 282 H192 M104 308 H176', '#4a3427', 8),
    )
  return scene(
    '#e2d5c5',
    'standing',
    shadow(330, 642, 190) + shadow(560, 642, 130),
    bag('translate(170 172) scale(1.1)'),
    bag('translate(460 356) scale(.67)'),
    bean(250, 690, 20) + bean(320, 712, -30) + bean(610, 700, 60),
  )
}

export function drawHoney(): string {
  const jar = (transform: string) =>
    group(
      transform,
      path(
        'M30 70 H230 C252 90 260 110 260 140 V330 C260 352 244 366 222 366 H38 C16 366 0 352 0 330 V140 C0 110 8 90 30 70 Z',
        '#f0c05a',
      ),
      path(
        'M0 170 C60 150 120 190 180 170 S240 160 260 170 V330 C260 352 244 366 222 366 H38 C16 366 0 352 0 330 Z',
        '#dc9526',
      ),
      path('M22 130 C22 108 30 96 44 86 V340 C28 338 22 332 22 318 Z', '#ffffff', { opacity: 0.38 }),
      rect([22, 10, 216, 62, 12], '#3f4a3c'),
      line('M34 30 H226 M34 50 H226', '#5c6a57', 4),
      path('M130 168 L206 212 V300 L130 344 L54 300 V212 Z', PAPER),
      ellipse([112, 238, 24, 14], '#cfe0e6') + ellipse([150, 238, 24, 14], '#cfe0e6'),
      ellipse([131, 262, 34, 24], '#e8b040'),
      line('M122 242 V282 M140 242 V282', '#3b2f1e', 9, { 'stroke-linecap': 'butt' }),
      line('M96 312 H166', '#3b2f1e', 6),
    )
  return scene(
    '#efe3c8',
    'standing',
    shadow(320, 644, 180) + shadow(566, 644, 120),
    jar('translate(170 230) scale(1.12)'),
    jar('translate(474 376) scale(.72)'),
  )
}

export function drawCandles(): string {
  const wax = '#e3b04f'
  const candle = (x: number, top: number) =>
    [
      path(`M${x} ${top} H${x + 130} V622 C${x + 130} 646 ${x} 646 ${x} 622 Z`, wax),
      path(`M${x} ${top} H${x + 34} V640 C${x + 12} 638 ${x} 632 ${x} 622 Z`, lighten(wax, 0.26)),
      path(`M${x + 104} ${top} H${x + 130} V622 C${x + 130} 632 ${x + 118} 637 ${x + 104} 639 Z`, darken(wax, 0.14)),
      ellipse([x + 65, top, 65, 15], lighten(wax, 0.36)),
      line(`M${x + 65} ${top} V${top - 26}`, '#4a3427', 5),
      ellipse([x + 65, top - 52, 62, 62], '#fff3c4', { opacity: 0.5 }),
      path(
        `M${x + 65} ${top - 96} C${x + 96} ${top - 52} ${x + 88} ${top - 22} ${x + 65} ${top - 20} C${x + 42} ${top - 22} ${x + 34} ${top - 52} ${x + 65} ${top - 96} Z`,
        '#f2a33c',
      ),
      path(
        `M${x + 65} ${top - 66} C${x + 80} ${top - 42} ${x + 76} ${top - 26} ${x + 65} ${top - 25} C${x + 54} ${top - 26} ${x + 50} ${top - 42} ${x + 65} ${top - 66} Z`,
        '#fff3c4',
      ),
    ].join('')
  return scene('#dcd3cf', 'standing', shadow(400, 644, 210), candle(240, 260), candle(430, 420))
}
