import { type FirebaseStorage, getStorage } from 'firebase/storage';
import { firebaseApp } from './app.ts';

export function fileStorage(): FirebaseStorage {
  return getStorage(firebaseApp());
}
