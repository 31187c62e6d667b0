import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Corriger le bug du calendrier
    Étape 2 : Ajouter un bouton
    Étape 2: Ajouter un bouton
    Ajouter des tests pour le parseur
    Écrire les tests unitaires
    Implémenter la recherche
    Implémentation de la recherche
    Correction du bug d'affichage
    Ajout du bouton d'export
    Mise à jour de la configuration
    Mettre à jour la configuration
    Mettre en place le cache
    Supprimer le code mort
    Refactorisation du module de paiement
    Migrer la base de données
    Créer le composant
    Création du composant calendrier
    Renommer les constantes
    Corrige le formulaire
    Ne pas journaliser le jeton
    Remplacer la bibliothèque de dates
  `,
  'verify: check test runOnly': `
    Exécuter les tests
    Lancer les tests
    Lancer les tests unitaires
    Exécution des tests
    Lance la suite de tests
    Faire tourner les tests
  `,
  'verify: check test': `
    Vérifier que les tests passent
    S'assurer que tous les tests passent
  `,
  'verify: check functional': `
    Tester la page de connexion
    Teste la page d'accueil
    Vérifier que le serveur démarre
    Vérifier que la page s'affiche
    Tests manuels dans le navigateur
    Vérifier le fonctionnement du service
  `,
  'verify: check': `
    Vérifier les changements
    Vérification finale
    Vérifier la correction
    Validation
    Vérification des modifications
  `,
  'verify: inspection': `
    Vérifier les permissions
    Vérifier la gestion des erreurs
    Vérifier qu'aucun secret n'est dans le code
  `,
  'verify: check build': `
    Compiler le projet
    Vérifier que le build passe
  `,
  'verify: check test runOnly + check lint runOnly': `
    Lancer les tests et le linter
  `,
  'research: inspection': `
    Revue de code
    Réviser le module de paiement
    Audit de sécurité
    Relire le code
  `,
  'research: reading': `
    Analyser le code existant
    Analyse des requêtes lentes
    Explorer le dépôt
    Chercher les usages de l'ancienne API
    Lire la documentation
    Comprendre le routeur
    Trouver la cause
    Rechercher les bibliothèques
  `,
  'think: prose': `
    Concevoir l'architecture
    Planifier la migration
    Choisir une base de données
    Conception du schéma
  `,
  'communicate: prose': `
    Résumer les résultats
    Rédiger le rapport
    Résumé
    Rapport final
    Expliquer les différences
    Rédiger la documentation
    Présenter les options
  `,
  'execute: execute': `
    Démarrer le serveur
    Redémarrer le service
    Déployer en production
    Déploiement
    Installer les dépendances
    Installation des dépendances
    Créer une pull request
    Pousser la branche
  `,
  'execute: execute runOnly': `
    Exécuter le script d'import
    Lancer le script d'import
  `,
  'change: write + check functional': `
    Corriger le formulaire et tester la page
    Implémenter la recherche puis tester
  `,
  'change: write + write': `
    Corriger le bug et ajouter un test
  `,
}

describe('the promise of an item in French', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
