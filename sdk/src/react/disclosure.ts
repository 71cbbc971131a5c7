'use client';

import { useEffect, useRef, useState } from 'react';

/** Open until someone presses Escape, clicks outside or moves the focus away. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const stay = () => keepInside(menu.current, button.current);
    stay();
    addEventListener('resize', stay);
    const growth = new ResizeObserver(stay);
    if (menu.current) growth.observe(menu.current);
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        button.current?.focus();
      } else if (place.current?.contains(event.target as Node)) return;
      setOpen(false);
    };
    const events = ['keydown', 'pointerdown', 'focusin'];
    for (const name of events) document.addEventListener(name, leave);
    return () => {
      removeEventListener('resize', stay);
      growth.disconnect();
      for (const name of events) document.removeEventListener(name, leave);
    };
  }, [isOpen]);
  return { isOpen, setOpen, place, button, menu };
}

const gap = 6;
const margin = 8;

/** Keeps the menu in view: shifts it sideways as needed, and puts it above the button if there is no room below. */
function keepInside(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  menu.style.transform = '';
  const { left, right, bottom, height } = menu.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { top } = button.getBoundingClientRect();
  const x = Math.max(margin - left, Math.min(0, clientWidth - margin - right));
  const above = top - gap - height >= margin ? top - gap - bottom : clientHeight - margin - bottom;
  const y = bottom > clientHeight - margin ? above : 0;
  menu.style.transform = `translate(${x}px, ${y}px)`;
}

/** While it is closed, the menu is hidden and needs no style. */
export const disclosureStyles = {
  root: { position: 'relative', display: 'inline-block' },
  menu: {
    position: 'absolute',
    right: 0,
    zIndex: 1000,
    display: 'grid',
    gap: 8,
    boxSizing: 'border-box',
    width: 'max-content',
    minWidth: 220,
    maxWidth: `calc(100vw - ${2 * margin}px)`,
    maxHeight: `calc(100vh - ${2 * margin}px)`,
    overflow: 'auto',
    overflowWrap: 'anywhere',
    marginTop: gap,
    padding: 16,
    border: '1px solid',
    borderRadius: 8,
    background: 'Canvas',
    color: 'CanvasText',
  },
} as const;
