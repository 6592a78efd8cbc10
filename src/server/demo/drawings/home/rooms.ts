import { shade } from '../colors.ts'
import { circle, closeUp, mirrored, rect, shape, stroke } from '../svg.ts'
import { bedFromFoot, bedFromSide } from './beds.ts'
import { books, contactShadow, floorLamp, pendant, plant, poster } from './decoration.ts'
import { bedsideTable, bookcase, chair, desk, dresser } from './furniture.ts'
import { roomShell, rug } from './room-shell.ts'
import type { Setting } from './setting.ts'
import { coffeeTable, sofa } from './sofas.ts'
import { daylight, windowWithView } from './window.ts'

function eitherWay(setting: Setting, view: string, parts: string[]): string {
  const random = setting.style(`${view}-camera`)
  const scene = random.chance(0.5) ? parts.join('') : mirrored(parts.join(''))
  return closeUp(scene, random.between(600, 680), 490, random.between(1.05, 1.14))
}

function wallShelf(x: number, y: number, width: number, setting: Setting): string {
  const { palette, style } = setting
  return [
    books(x + 16, y, width * 0.5, 86, style('wall-shelf'), setting),
    circle(x + width * 0.72, y - 26, 26, palette.accent),
    rect(x, y, width, 14, palette.wood, { rx: 3 }),
    rect(x + 10, y + 14, width - 8, 9, '#1d1626', { opacity: 0.14 }),
  ].join('')
}

export function bedroom(setting: Setting): string {
  const random = setting.style('bedroom')
  const opening = {
    x: random.between(150, 210),
    y: random.between(110, 160),
    width: random.between(230, 310),
    height: random.between(260, 320),
  }
  const above = random.pick(['pair', 'wide', 'shelf', 'single'])
  const pictures = {
    pair:
      poster(760, 170, 130, 170, 'poster-1', setting) +
      poster(940, 170, 130, 170, 'poster-2', setting),
    wide: poster(740, 180, 330, 170, 'poster-1', setting),
    shelf: wallShelf(730, 300, 360, setting),
    single: poster(860, 130, 180, 230, 'poster-1', setting),
  }
  const beside = {
    plant: plant(300, 850, random.between(160, 210), 'plant-1', setting),
    table: bedsideTable(390, 790, setting),
    lamp: floorLamp(450, 780, setting) + plant(230, 860, 150, 'plant-1', setting),
    dresser: dresser(200, 770, 300, setting) + plant(290, 526, 110, 'plant-2', setting),
  }
  return eitherWay(setting, 'bedroom', [
    roomShell(setting),
    windowWithView(opening, setting),
    daylight(opening, setting),
    pictures[above],
    rug(random.between(560, 640), 850, 620, setting),
    bedFromSide(560, 800, setting),
    beside[random.pick(['plant', 'table', 'lamp', 'dresser'])],
  ])
}

export function bedroomFromDoor(setting: Setting): string {
  const random = setting.style('from-door')
  const opening = { x: 60, y: 120, width: 200, height: 340 }
  const windowed = random.chance(0.55)
  return eitherWay(setting, 'from-door', [
    roomShell(setting),
    windowed ? windowWithView(opening, setting) + daylight(opening, setting) : '',
    windowed
      ? poster(560, 150, 160, 150, 'poster-1', setting)
      : poster(500, 150, 120, 150, 'poster-1', setting) +
        poster(660, 150, 120, 150, 'poster-2', setting),
    rug(640, 900, 900, setting),
    bedsideTable(1010, 740, setting),
    windowed ? '' : bedsideTable(120, 740, setting),
    bedFromFoot(640, 880, setting),
  ])
}

export function studyCorner(setting: Setting): string {
  const random = setting.style('study')
  const opening = {
    x: random.between(420, 480),
    y: 90,
    width: random.between(340, 420),
    height: 280,
  }
  const tall = random.chance(0.5)
  return eitherWay(setting, 'study', [
    roomShell(setting),
    windowWithView(opening, setting),
    daylight(opening, setting),
    poster(960, 130, 150, 190, 'poster-1', setting),
    tall
      ? bookcase(60, 730, 230, 4, setting)
      : dresser(40, 730, 290, setting) + plant(170, 486, 130, 'plant-2', setting),
    desk(390, 780, 560, setting),
    chair(700, 890, setting),
    plant(1110, 850, 190, 'plant-1', setting),
  ])
}

export function livingRoom(setting: Setting): string {
  const { palette, style } = setting
  const random = style('living')
  const opening = { x: random.between(110, 170), y: 110, width: 290, height: 300 }
  return eitherWay(setting, 'living', [
    roomShell(setting),
    windowWithView(opening, setting),
    daylight(opening, setting),
    random.chance(0.5)
      ? poster(600, 120, 220, 190, 'poster-3', setting) +
        poster(870, 90, 130, 110, 'poster-1', setting) +
        poster(870, 240, 130, 90, 'poster-2', setting)
      : poster(580, 110, 150, 200, 'poster-1', setting) +
        poster(780, 110, 150, 200, 'poster-3', setting) +
        poster(980, 110, 150, 200, 'poster-2', setting),
    floorLamp(1170, 780, setting),
    rug(700, 860, 860, setting),
    sofa(730, 790, random.between(600, 720), palette, style('sofa')),
    plant(260, 800, 200, 'plant-1', setting),
    coffeeTable(650, 910, palette, style('coffee-table')),
  ])
}

export function diningNook(setting: Setting): string {
  const { palette, style } = setting
  const opening = { x: 400, y: 110, width: 460, height: 300 }
  const wood = style('dining').pick([palette.wood, palette.linen])
  return eitherWay(setting, 'dining', [
    roomShell(setting),
    windowWithView(opening, setting),
    daylight(opening, setting),
    poster(1010, 150, 150, 200, 'poster-1', setting),
    wallShelf(70, 330, 230, setting),
    chair(420, 810, setting),
    chair(880, 810, setting),
    contactShadow(650, 880, 330),
    stroke('M600 700 L520 880 M700 700 L780 880', shade(wood, 0.3), 18),
    rect(360, 640, 580, 34, wood, { rx: 17 }),
    rect(360, 658, 580, 16, shade(wood, 0.22), { rx: 8 }),
    shape('M560 640 q6 -70 64 -70 t64 70 z', palette.accent),
    circle(600, 586, 24, palette.leaf) +
      circle(640, 574, 26, palette.fabric) +
      circle(676, 590, 20, palette.accent),
    shape('M780 640 v-40 h46 v40 z', palette.linen),
    pendant(650, 330, setting),
    plant(1120, 840, 190, 'plant-1', setting),
  ])
}
