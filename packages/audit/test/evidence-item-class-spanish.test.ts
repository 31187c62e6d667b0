import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Corregir el error del calendario
    Fase 2: Agregar un botón
    Paso 3 - Añadir un botón
    Añade un botón de exportar
    Escribir pruebas para el analizador
    Escribir tests unitarios
    Implementar la búsqueda
    Implementación de la búsqueda
    Corrección del error
    Creación del componente
    Actualizar la configuración
    Actualización de la configuración
    Eliminar código muerto
    Crear el componente
    Crea el archivo de rutas
    Migrar la base de datos
    Refactorizar el módulo de pagos
    Arreglar las pruebas que fallan
    No registrar el token
    Renombrar las constantes
  `,
  'verify: check test runOnly': `
    Ejecutar las pruebas
    Ejecutar los tests
    Ejecuta todas las pruebas
    Correr los tests unitarios
    Ejecución de las pruebas
  `,
  'verify: check test': `
    Verificar que las pruebas pasen
    Asegurar que todos los tests pasan
    Asegurarse de que las pruebas pasan
    Pruebas unitarias
  `,
  'verify: check functional': `
    Probar la página de inicio
    Probar el inicio de sesión
    Verificar que el servidor arranca
    Comprobar que la página carga
    Comprobar el funcionamiento del servicio
    Prueba manual en el navegador
  `,
  'verify: check': `
    Verificar los cambios
    Verificación final
    Comprobar la corrección
    Validar los cambios
    Verificación de los cambios
  `,
  'verify: inspection': `
    Verificar los permisos
    Comprobar el manejo de errores
    Verificar que no hay secretos en el código
  `,
  'verify: check build': `
    Compilar el proyecto
    Verificar la compilación
  `,
  'verify: check test runOnly + check lint runOnly': `
    Ejecutar las pruebas y el linter
  `,
  'research: inspection': `
    Revisar el código
    Revisión de código
    Auditoría de seguridad
  `,
  'research: reading': `
    Analizar el código existente
    Análisis de las consultas
    Investigar la fuga de memoria
    Buscar usos de la API antigua
    Leer la documentación
    Explorar el repositorio
    Entender el enrutador
    Encontrar la causa
  `,
  'think: prose': `
    Diseñar la arquitectura
    Planificar la migración
    Elegir una base de datos
    Diseño del esquema
  `,
  'communicate: prose': `
    Resumir los resultados
    Escribir el informe
    Redactar el informe final
    Resumen de los cambios
    Explicar las diferencias
    Documentación
  `,
  'execute: execute': `
    Iniciar el servidor
    Reiniciar el servicio
    Desplegar en producción
    Despliegue
    Instalar las dependencias
    Subir los cambios
    Crear una rama
  `,
  'execute: execute runOnly': `
    Ejecutar el script de importación
  `,
  'change: write + check functional': `
    Corregir el formulario y probar la página
    Implementar la búsqueda y probarla
  `,
}

describe('the promise of an item in Spanish', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
