import hills from './photos/hills.svg'
import lamp from './photos/lamp.svg'
import tower from './photos/tower.svg'
import window from './photos/window.svg'

export const samplePhotos = [
  { src: hills, width: 800, height: 600, preview: '#f7d9a8', alt: 'Purple hills at sunrise' },
  { src: lamp, width: 800, height: 600, preview: '#dfe6dd', alt: 'A lamp beside three books' },
  { src: window, width: 800, height: 600, preview: '#3a2f52', alt: 'A window at night' },
  { src: tower, width: 600, height: 800, preview: '#cfe6f4', alt: 'A tower with a clock' },
]
