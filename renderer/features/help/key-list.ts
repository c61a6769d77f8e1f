/** Keys of every list, which belong to no button. */
export const listKeys = [
  { does: 'move', keys: ['↑', '↓', 'j', 'k'] },
  { does: 'page', keys: ['PgUp', 'PgDn'] },
  { does: 'ends', keys: ['Home', 'End'] },
  { does: 'mark', keys: ['Space'] },
  { does: 'range', keys: ['Shift+↓', 'Shift+↑'] },
  { does: 'markAll', keys: ['Mod+A'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'find', keys: ['/', 'Mod+F'] },
] as const;
