import { createRandom, type SeededRandom } from '../seed/seeded-random.ts'

const [width, height] = [640, 480]

/** Draws what students photograph, as an SVG of this width. The same index gives the same drawing. */
export function drawPhoto(index: number, pixels: number): Buffer {
  const random = createRandom(22, index)
  const draw = random.pick([drawRoom, drawRoom, drawThing, drawHouse])
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
    width="${pixels}" height="${(pixels * height) / width}">${draw(random)}</svg>`)
}

function drawRoom(random: SeededRandom): string {
  const { integer, pick } = random
  const floorAt = integer(260, 390)
  const wall = color(random, 55, 95)
  return [
    gradient('wall', wall, color(random, 45, 95), random),
    rectangle(0, 0, width, floorAt, 'url(#wall)'),
    rectangle(0, floorAt, width, height - floorAt, color(random, 20, 70)),
    // These are the window and the things on the wall.
    ...times(integer(1, 4), () => {
      const [w, h] = [integer(50, 190), integer(50, 170)]
      const [x, y] = [integer(-30, width - 60), integer(5, 150)]
      return rectangle(x, y, w, h, color(random, 10, 100))
    }),
    // Furniture stands on the floor.
    ...times(integer(2, 5), () => {
      const [w, h] = [integer(60, 300), integer(50, 220)]
      return rectangle(
        integer(-60, width - 60),
        floorAt + integer(-20, 80) - h,
        w,
        h,
        color(random),
      )
    }),
    ...times(integer(1, 4), () => blob(random, pick([0.4, 0.8, 1]))),
  ].join('')
}

/** Draws a thing on a table or a bed sheet, from above. */
function drawThing(random: SeededRandom): string {
  const { integer } = random
  return [
    gradient('cloth', color(random, 40, 98), color(random, 30, 90), random),
    rectangle(0, 0, width, height, 'url(#cloth)'),
    ...times(integer(3, 7), () => blob(random, 1)),
    ...times(integer(1, 4), () =>
      rectangle(
        integer(60, 400),
        integer(40, 300),
        integer(30, 220),
        integer(20, 180),
        color(random),
      ),
    ),
  ].join('')
}

function drawHouse(random: SeededRandom): string {
  const { integer } = random
  const [roof, ground] = [integer(60, 160), integer(320, 420)]
  const [left, right] = [integer(20, 180), integer(420, 620)]
  return [
    gradient('sky', color(random, 60, 98), color(random, 70, 98), random),
    rectangle(0, 0, width, height, 'url(#sky)'),
    rectangle(0, ground, width, height - ground, color(random, 20, 70)),
    rectangle(left, roof, right - left, ground - roof, color(random, 20, 80)),
    ...times(integer(3, 9), () =>
      rectangle(
        integer(left, right - 40),
        integer(roof, ground - 60),
        integer(20, 60),
        integer(30, 70),
        color(random),
      ),
    ),
    ...times(integer(1, 5), () => blob(random, 1)),
  ].join('')
}

function blob({ integer, ...random }: SeededRandom, opacity: number): string {
  const turn = `rotate(${integer(-40, 40)} 320 240)`
  return `<ellipse cx="${integer(0, width)}" cy="${integer(60, height)}" rx="${integer(15, 130)}" ry="${integer(15, 120)}" fill="${color({ integer, ...random })}" fill-opacity="${opacity}" transform="${turn}"/>`
}

const rectangle = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`

function gradient(id: string, from: string, to: string, { integer }: SeededRandom): string {
  const end = `x2="${integer(0, 100)}%" y2="${integer(0, 100)}%"`
  return `<linearGradient id="${id}" ${end}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

const color = ({ integer }: SeededRandom, darkest = 8, lightest = 95) =>
  `hsl(${integer(0, 359)},${integer(5, 70)}%,${integer(darkest, lightest)}%)`

const times = (count: number, draw: () => string) => Array.from({ length: count }, draw)
