import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Polish, Turkish, Dutch, Swedish, Ukrainian, Arabic, Hindi, Vietnamese, Greek, Hebrew, Thai: no verbs are listed. */
const promises = {
  'unknown: anything': `
    Napraw błąd w kalendarzu
    Uruchom testy
    Hataları düzelt
    Testleri çalıştır
    Voeg een knop toe
    Lägg till en knapp
    Kör testerna
    Виправити помилку
    إصلاح الخطأ
    त्रुटि ठीक करें
    Sửa lỗi lịch
    Διόρθωση σφάλματος
    תקן את השגיאה
    แก้ไขข้อผิดพลาด
  `,
}

describe('the promise of an item in a language without listed verbs', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
